import type { Root } from 'hast';
import { useEffect, useState } from 'react';
import { FailureBoundary } from '../failure-boundary';
import { DrawnMarkdown } from './drawn-markdown';
import './markdown.css';
import { SharedReader } from './shared-reader';

export interface MarkdownTextProps {
  text: string;
  /** The chat whose workspace its links and pictures name. */
  chatId: string;
}

const reader = new SharedReader(
  () => new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' }),
);

/** Markdown that somebody said: as it is written until it is read, drawn by the same rules as a document. */
export default function MarkdownText({ text, chatId }: MarkdownTextProps) {
  const [tree, setTree] = useState<Root | null>(() => reader.known(text) ?? null);
  useEffect(() => {
    const hear = (read: Root | null) => setTree(read);
    reader.read(text, hear);
    return () => reader.leave(hear);
  }, [text]);
  if (!tree) return <PlainText text={text} />;
  return (
    <div className="markdown min-w-0">
      <FailureBoundary>
        <DrawnMarkdown tree={tree} file={{ chatId, path: '' }} />
      </FailureBoundary>
    </div>
  );
}

/** What stands there until the text is read. */
export function PlainText({ text }: { text: string }) {
  return <p className="leading-[1.6] break-words whitespace-pre-wrap">{text}</p>;
}
