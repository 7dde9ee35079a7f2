import { useEffect, useState } from 'react';

/** An address for bytes that only this page has, for as long as they are shown. */
export function useBlobAddress(blob: Blob | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return;
    const made = addressOf(blob, setAddress);
    return () => {
      setAddress(null);
      made.close();
    };
  }, [blob]);
  return address;
}

function addressOf(blob: Blob, use: (address: string) => void): { close: () => void } {
  if (blob.type === 'image/svg+xml') {
    // Opened in a tab of its own, a blob's address is a page of this origin, and an SVG can hold scripts.
    // A data address has no origin.
    const reader = new FileReader();
    reader.onload = () => use(reader.result as string);
    reader.readAsDataURL(blob);
    return { close: () => reader.abort() };
  }
  const made = URL.createObjectURL(blob);
  use(made);
  return { close: () => URL.revokeObjectURL(made) };
}
