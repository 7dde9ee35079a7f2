import { lineEndingName, lineEndingOf } from '../code/line-endings';

/** The longest text, in characters, that is compared. */
export const COMPARED_MAX = 1_500_000;

/** What there is to say about two texts before they are compared line by line. */
export type Compared =
  | { kind: 'same' }
  | { kind: 'endings'; said: string }
  | { kind: 'large' }
  | { kind: 'differ' };

/** Looks at what a comparison by lines would not show. */
export function compare(before: string, after: string): Compared {
  if (before === after) return { kind: 'same' };
  if (before.length > COMPARED_MAX || after.length > COMPARED_MAX) return { kind: 'large' };
  const was = lineEndingOf(before);
  const is = lineEndingOf(after);
  if (was !== is && unified(before) === unified(after)) {
    return {
      kind: 'endings',
      said: `Only the line endings differ: ${lineEndingName(was)} became ${lineEndingName(is)}.`,
    };
  }
  return { kind: 'differ' };
}

function unified(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}
