import { useMemo, useState } from 'react';
import { bytes } from '@/components/moment';
import { Note } from '../file/reading-notes';
import { useBlobAddress } from '../file/use-blob-address';
import { bytesOf, sizeOf } from './answer';

/** Something to hear. */
export function SoundBlock({ data, mediaType }: { data: string; mediaType: string }) {
  const sound = useMemo(() => new Blob([bytesOf(data)], { type: mediaType }), [data, mediaType]);
  const address = useBlobAddress(sound);
  const [broken, setBroken] = useState(false);
  if (broken) return <Note>The browser cannot play this ({mediaType}).</Note>;
  return (
    <figure className="flex flex-col gap-1">
      {/* biome-ignore lint/a11y/useMediaCaption: a tool gives no captions */}
      <audio
        src={address ?? undefined}
        controls
        aria-label="What the tool answered with"
        className="w-full"
        onError={() => setBroken(true)}
      />
      <figcaption className="text-xs text-muted">
        {mediaType} · {bytes(sizeOf(data))}
      </figcaption>
    </figure>
  );
}
