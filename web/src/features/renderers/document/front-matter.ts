/** A document and what stands before it between lines of three hyphens. */
export interface Parts {
  frontMatter: string | null;
  body: string;
}

const FRONT_MATTER = /^\uFEFF?---[ \t]*(?:\r\n|\n|\r)(?:([\s\S]*?)(?:\r\n|\n|\r))??---[ \t]*(?:\r\n|\n|\r|$)/;

/** Front matter is about the document, not of it: Markdown would make a line and a heading of it. */
export function splitFrontMatter(text: string): Parts {
  const found = FRONT_MATTER.exec(text);
  return found
    ? { frontMatter: found[1] ?? '', body: text.slice(found[0].length) }
    : { frontMatter: null, body: text };
}
