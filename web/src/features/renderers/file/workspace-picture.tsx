import { useQuery } from '@tanstack/react-query';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '@/components/problem-note';
import { Skeleton } from '@/components/skeleton';
import { wholeFileQuery } from '../queries';
import { mediaTypeOf } from './file-kind';
import type { FileRef } from './file-ref';
import { useBlobAddress } from './use-blob-address';

export interface WorkspacePictureProps {
  file: FileRef;
  alt: string;
  /** Told the size of the picture in pixels when it is known. */
  onSize?: (width: number, height: number) => void;
}

/** A picture of the workspace. It is always an image to the browser: nothing in it runs, and it loads nothing. */
export function WorkspacePicture({ file, alt, onSize }: WorkspacePictureProps) {
  const { data, error } = useQuery(
    wholeFileQuery(file.chatId, file.path, mediaTypeOf(file.path), file.manifestId),
  );
  const address = useBlobAddress(data);
  const [broken, setBroken] = useState<string | null>(null);
  if (error) return <Missing why={`${file.path}: ${messageOf(error)}`} />;
  if (!address) return <Skeleton className="inline-block h-24 w-40" />;
  if (broken === address) return <Missing why={`${file.path} is no picture that the browser can draw`} />;
  return (
    <img
      src={address}
      alt={alt}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => onSize?.(naturalWidth, naturalHeight)}
      onError={() => setBroken(address)}
    />
  );
}

function Missing({ why }: { why: string }) {
  return (
    <span role="alert" className="inline-flex items-center gap-1.5 text-sm text-muted">
      <ImageOff aria-hidden size={15} />
      {why}
    </span>
  );
}
