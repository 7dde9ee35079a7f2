import { Link } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import type { FileRef } from '../file/file-ref';
import { linkTarget } from './links';

interface Props {
  address: string;
  file: FileRef;
  /** Asked before the page is left. */
  onOutside: (url: string) => void;
  children: ReactNode;
}

/** A link of a document. One that leads nowhere known is text. */
export function MarkdownLink({ address, file, onOutside, children }: Props) {
  const target = linkTarget(address, file.path);
  if (target.kind === 'outside') {
    const { url } = target;
    const ask = (event: MouseEvent) => {
      event.preventDefault();
      onOutside(url);
    };
    return (
      <a href={url} rel="noopener noreferrer nofollow" title={url} onClick={ask} onAuxClick={ask}>
        {children}
      </a>
    );
  }
  if (target.kind === 'file') {
    const search = { path: target.path, ...(file.manifestId ? { manifest: file.manifestId } : {}) };
    return (
      <Link to="/chats/$chatId/workspace" params={{ chatId: file.chatId }} search={search}>
        {children}
      </Link>
    );
  }
  return <span title={`This link is not followed: ${address.slice(0, 200)}`}>{children}</span>;
}
