import { Link } from '@tanstack/react-router';
import { File as FileIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { bytes } from '@/components/moment';
import { WorkspacePicture } from '@/features/renderers';
import { type FilePart, isPicture, nameOf, pathOf } from './attachments';

interface Props {
  chatId: string;
  files: readonly FilePart[];
  /** The state of the workspace that has them. */
  manifest: string | undefined;
}

/** The files that came with a message, each leading to where it is in the workspace. */
export function MessageFiles({ chatId, files, manifest }: Props) {
  return (
    <ul aria-label="Files" className="mb-1 flex max-w-[85%] flex-wrap items-end justify-end gap-2">
      {files.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: what a message carries never changes its order
        <li key={at} className="max-w-full">
          <Place chatId={chatId} path={pathOf(part)} manifest={manifest}>
            <Face chatId={chatId} part={part} manifest={manifest} />
          </Place>
        </li>
      ))}
    </ul>
  );
}

const look = 'flex max-w-full flex-col rounded-lg border border-line bg-surface p-1.5 text-xs';

interface PlaceProps {
  chatId: string;
  path: string | null;
  manifest: string | undefined;
  children: ReactNode;
}

/** A link to the file, once it is in the workspace. */
function Place({ chatId, path, manifest, children }: PlaceProps) {
  if (path === null) return <span className={look}>{children}</span>;
  return (
    <Link
      to="/chats/$chatId/workspace"
      params={{ chatId }}
      search={{ path, ...(manifest ? { manifest } : {}) }}
      title={path}
      className={`${look} hover:bg-sunken`}
    >
      {children}
    </Link>
  );
}

/** A picture as such, anything else by its name. */
function Face({ chatId, part, manifest }: { part: FilePart } & Pick<Props, 'chatId' | 'manifest'>) {
  const path = pathOf(part);
  const picture = isPicture(part.mediaType);
  return (
    <>
      {picture ? (
        <span className="mb-1 [&_img]:max-h-40 [&_img]:max-w-full [&_img]:rounded">
          {path ? (
            <WorkspacePicture file={{ chatId, path, manifestId: manifest }} alt="" />
          ) : (
            <img src={part.url} alt="" />
          )}
        </span>
      ) : null}
      <span className="flex min-w-0 items-center gap-1.5">
        {picture ? null : <FileIcon aria-hidden size={15} className="shrink-0 text-muted" />}
        <span className="max-w-56 truncate">{nameOf(part)}</span>
        {part.size === undefined ? null : <span className="shrink-0 text-muted">{bytes(part.size)}</span>}
      </span>
    </>
  );
}
