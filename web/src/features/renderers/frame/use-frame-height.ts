import { type RefObject, useEffect, useState } from 'react';
import { HeightGate } from './frame-height';

/** The height that what is in a frame asks for, as far as it is granted; `null` until it asks. */
export function useFrameHeight(
  frame: RefObject<HTMLIFrameElement | null>,
  address: string | undefined,
): number | null {
  const [height, setHeight] = useState<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page in the frame begins anew
  useEffect(() => {
    const gate = new HeightGate(performance.now());
    const hear = ({ source, data }: MessageEvent<unknown>) => {
      // Who speaks is told by the browser. An opaque origin is always "null", so that says nothing.
      if (!frame.current || source !== frame.current.contentWindow) return;
      const granted = gate.take(data, performance.now());
      if (granted !== null) setHeight(granted);
    };
    window.addEventListener('message', hear);
    return () => {
      window.removeEventListener('message', hear);
      setHeight(null);
    };
  }, [frame, address]);
  return height;
}
