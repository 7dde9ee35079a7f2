/** What of a message can be read: its texts, in order. Parts of other types are shown by those who know them. */
export function textOf(content: unknown): string {
  if (!Array.isArray(content)) return '';
  return content.flatMap((part: unknown) => (isText(part) ? [part.text] : [])).join('\n\n');
}

const WORDS_MAX = 60;

/** How a message begins, to name it by, or the files that it carries; empty where it says nothing. */
export function firstWords(content: unknown): string {
  const text = (textOf(content).trim() || fileNamesOf(content)).replace(/\s+/g, ' ');
  return text.length > WORDS_MAX ? `${text.slice(0, WORDS_MAX - 1).trimEnd()}…` : text;
}

function fileNamesOf(content: unknown): string {
  if (!Array.isArray(content)) return '';
  return content.flatMap((part: unknown) => (hasFilename(part) ? [part.filename] : [])).join(', ');
}

function hasFilename(part: unknown): part is { filename: string } {
  return typeof part === 'object' && part !== null && 'filename' in part && typeof part.filename === 'string';
}

function isText(part: unknown): part is { type: 'text'; text: string } {
  return (
    typeof part === 'object' &&
    part !== null &&
    'type' in part &&
    part.type === 'text' &&
    'text' in part &&
    typeof part.text === 'string'
  );
}
