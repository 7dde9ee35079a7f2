/** How the lines of a text end. `mixed` is a text that has more than one way. */
export type LineEnding = '\n' | '\r\n' | '\r' | 'mixed';

/** How the lines of a text end; `\n` where it has only one line. */
export function lineEndingOf(text: string): LineEnding {
  let found: LineEnding | null = null;
  for (const [ending] of text.matchAll(/\r\n|\n|\r/g)) {
    if (found === null) found = ending as LineEnding;
    else if (found !== ending) return 'mixed';
  }
  return found ?? '\n';
}

/** For people: how the lines of a text end. */
export function lineEndingName(ending: LineEnding): string {
  switch (ending) {
    case '\n':
      return 'LF';
    case '\r\n':
      return 'CRLF';
    case '\r':
      return 'CR';
    case 'mixed':
      return 'mixed line endings';
  }
}
