import type { Components } from 'hast-util-to-jsx-runtime';
import { Scroll } from '@/components/scroll';
import type { FileRef } from '../file/file-ref';
import { MarkdownLink } from './markdown-link';
import { MarkdownPicture } from './markdown-picture';

/**
 * How the elements of a document are drawn. Each takes only what it names, so no attribute of a document reaches the
 * page; addresses do through link and picture alone, which check them.
 */
export function markdownParts(file: FileRef, ask: (url: string) => void): Partial<Components> {
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
    h6: ({ children }) => <h6 data-level="6">{children}</h6>,
    li: ({ children }) => <li>{children}</li>,
    section: ({ children }) => <div>{children}</div>,
    sup: ({ children }) => <sup>{children}</sup>,
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
