import { ImageOff } from 'lucide-react';
import type { FileRef } from '../file/file-ref';
import { WorkspacePicture } from '../file/workspace-picture';
import { pictureTarget } from './links';

interface Props {
  address: string;
  alt: string;
  file: FileRef;
  onOutside: (url: string) => void;
}

/** A picture of a document: from the workspace or from its own address. One from outside would tell who reads. */
export function MarkdownPicture({ address, alt, file, onOutside }: Props) {
  const target = pictureTarget(address, file.path);
  switch (target.kind) {
    case 'data':
      return <img src={target.url} alt={alt} />;
    case 'file':
      return <WorkspacePicture file={{ ...file, path: target.path }} alt={alt} />;
    case 'outside':
      return (
        <button
          type="button"
          title={target.url}
          onClick={() => onOutside(target.url)}
          className="inline-flex items-center gap-1 rounded border border-line px-2 py-0.5 text-sm text-muted"
        >
          <ImageOff aria-hidden size={14} />
          {alt || 'Picture'} (not loaded from outside)
        </button>
      );
    case 'nowhere':
      return <span className="text-muted">{alt}</span>;
  }
}
