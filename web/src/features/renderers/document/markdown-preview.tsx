import { memo, useMemo, useState } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { Scroll } from '@/components/scroll';
import { FailureBoundary } from '../failure-boundary';
import type { FileRef } from '../file/file-ref';
import { splitFrontMatter } from './front-matter';
import { LeaveDialog } from './leave-dialog';
import './markdown.css';
import { MarkdownLink } from './markdown-link';
import { MarkdownPicture } from './markdown-picture';

/** The longest document that is drawn: the time to read one is not always proportional to its length. */
export const PREVIEW_MAX_CHARS = 200_000;

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
  if (text.length > PREVIEW_MAX_CHARS) {
    return (
      <p className="text-sm text-muted">
        There is no preview of a document with more than {PREVIEW_MAX_CHARS.toLocaleString()} characters.
      </p>
    );
  }
  return (
    <FailureBoundary>
      <Drawn text={text} file={file} />
    </FailureBoundary>
  );
}

const Drawn = memo(function Drawn({ text, file }: Props) {
  const [asked, setAsked] = useState<string | null>(null);
  const { chatId, path, manifestId } = file;
  const parts = useMemo(() => splitFrontMatter(text), [text]);
  const components = useMemo(
    () => partsOf({ chatId, path, manifestId }, setAsked),
    [chatId, path, manifestId],
  );
  return (
    <article
      aria-label={`Preview of ${path}`}
      className="markdown min-w-0 rounded-md border border-line bg-surface px-5 py-4"
    >
      {parts.frontMatter === null ? null : (
        <details>
          <summary>Front matter</summary>
          <pre>{parts.frontMatter}</pre>
        </details>
      )}
      <Markdown remarkPlugins={[remarkGfm]} components={components} urlTransform={(url) => url}>
        {parts.body}
      </Markdown>
      <LeaveDialog url={asked} onClose={() => setAsked(null)} />
    </article>
  );
});

/** How the parts of a document are drawn. Addresses reach the page only through link and picture, which check them. */
function partsOf(file: FileRef, ask: (url: string) => void): Components {
  return {
    a: ({ href, children }) => (
      <MarkdownLink address={href ?? ''} file={file} onOutside={ask}>
        {children}
      </MarkdownLink>
    ),
    img: ({ src, alt }) => (
      <MarkdownPicture
        address={typeof src === 'string' ? src : ''}
        alt={alt ?? ''}
        file={file}
        onOutside={ask}
      />
    ),
    // The page around has headings of its own: a document's begin below them.
    h1: ({ children }) => <h3 data-level="1">{children}</h3>,
    h2: ({ children }) => <h4 data-level="2">{children}</h4>,
    h3: ({ children }) => <h5 data-level="3">{children}</h5>,
    h4: ({ children }) => <h6 data-level="4">{children}</h6>,
    h5: ({ children }) => <h6 data-level="5">{children}</h6>,
    input: ({ checked }) => (
      <span role="img" aria-label={checked ? 'done' : 'to do'} className="text-muted">
        {checked ? '☑' : '☐'}
      </span>
    ),
    pre: ({ children }) => (
      <Scroll label="Code">
        <pre>{children}</pre>
      </Scroll>
    ),
    table: ({ children }) => (
      <Scroll label="Table">
        <table>{children}</table>
      </Scroll>
    ),
  };
}
