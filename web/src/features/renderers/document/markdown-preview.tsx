import { useMemo } from 'react';
import { Skeleton } from '@/components/skeleton';
import { FailureBoundary } from '../failure-boundary';
import type { FileRef } from '../file/file-ref';
import { Note } from '../file/reading-notes';
import { DrawnMarkdown } from './drawn-markdown';
import { splitFrontMatter } from './front-matter';
import './markdown.css';
import { useMarkdown } from './use-markdown';

interface Props {
  text: string;
  /** Where the document is; what it names is looked for beside it. */
  file: FileRef;
}

/**
 * A Markdown document as a page: no HTML of its own, nothing loaded from outside, and no link that is followed
 * unasked.
 */
export function MarkdownPreview({ text, file }: Props) {
  const { frontMatter, body } = useMemo(() => splitFrontMatter(text), [text]);
  const reading = useMarkdown(body);
  if (reading === null) return <Skeleton className="h-40 w-full" />;
  return (
    <article
      aria-label={`Preview of ${file.path}`}
      className="markdown min-w-0 rounded-md border border-line bg-surface px-5 py-4"
    >
      {frontMatter === null ? null : (
        <details>
          <summary>Front matter</summary>
          <pre>{frontMatter}</pre>
        </details>
      )}
      {reading === 'intricate' ? (
        <Note>This document is too long or too intricate to be drawn. Its source shows all of it.</Note>
      ) : (
        <FailureBoundary>
          <DrawnMarkdown tree={reading.tree} file={file} />
        </FailureBoundary>
      )}
    </article>
  );
}
