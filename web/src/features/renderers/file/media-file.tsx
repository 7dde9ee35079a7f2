import { useQuery } from '@tanstack/react-query';
import { Maximize, Scan } from 'lucide-react';
import { useState } from 'react';
import { bytes } from '@/components/moment';
import { ProblemNote } from '@/components/problem-note';
import { Segments } from '@/components/segments';
import { Skeleton } from '@/components/skeleton';
import { wholeFileQuery } from '../queries';
import { Checkered } from './checkered';
import { FileBar } from './file-bar';
import { mediaTypeOf } from './file-kind';
import type { FileRef } from './file-ref';
import { useBlobAddress } from './use-blob-address';
import { WorkspacePicture } from './workspace-picture';

interface Props {
  file: FileRef;
  kind: 'image' | 'audio' | 'video';
}

/** A picture, or something to hear or watch. */
export function MediaFile({ file, kind }: Props) {
  return kind === 'image' ? <PictureFile file={file} /> : <PlayedFile file={file} kind={kind} />;
}

const sizes = [
  { id: 'fit', label: 'Fit', icon: Scan },
  { id: 'full', label: 'Actual size', icon: Maximize },
] as const;

function PictureFile({ file }: { file: FileRef }) {
  const [size, setSize] = useState<'fit' | 'full'>('fit');
  const [pixels, setPixels] = useState<string | null>(null);
  const { data } = useQuery(wholeFileQuery(file.chatId, file.path, mediaTypeOf(file.path), file.manifestId));
  const facts = [pixels, data ? bytes(data.size) : null].filter(Boolean).join(' · ');
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <FileBar
        file={file}
        views={<Segments label="Size of the picture" segments={sizes} value={size} onChange={setSize} />}
        facts={facts}
      />
      <Checkered label={file.path} full={size === 'full'}>
        <WorkspacePicture
          file={file}
          alt={file.path}
          onSize={(width, height) => setPixels(`${width} × ${height}`)}
        />
      </Checkered>
    </div>
  );
}

function PlayedFile({ file, kind }: { file: FileRef; kind: 'audio' | 'video' }) {
  const { data, error, refetch } = useQuery(
    wholeFileQuery(file.chatId, file.path, mediaTypeOf(file.path), file.manifestId),
  );
  const address = useBlobAddress(data);
  const [broken, setBroken] = useState(false);
  const player = { src: address ?? undefined, controls: true, 'aria-label': file.path };
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <FileBar file={file} facts={data ? bytes(data.size) : null} />
      {error ? <ProblemNote error={error} retry={() => void refetch()} /> : null}
      {broken ? (
        <ProblemNote
          error={new Error(`The browser cannot play ${file.path}. Download it to play it elsewhere.`)}
        />
      ) : null}
      {!address && !error ? <Skeleton className="h-14 w-full" /> : null}
      {address && !broken && kind === 'audio' ? (
        <audio {...player} onError={() => setBroken(true)} className="w-full" />
      ) : null}
      {address && !broken && kind === 'video' ? (
        <video {...player} onError={() => setBroken(true)} className="max-h-144 w-full rounded-md bg-black" />
      ) : null}
    </div>
  );
}
