/** One argument as a line of text. */
export interface PlainArgument {
  name: string;
  text: string;
}

const MOST = 12;
const LONGEST = 4000;

/**
 * Arguments that are few, short and not nested, as text; `null` where a tree shows them better.
 * Texts keep their lines and lose their quotes; everything else is as JSON writes it.
 */
export function plainArguments(args: object): PlainArgument[] | null {
  const entries = Object.entries(args as Record<string, unknown>);
  if (entries.length === 0 || entries.length > MOST) return null;
  if (entries.some(([, value]) => typeof value === 'object' && value !== null)) return null;
  if (JSON.stringify(args).length > LONGEST) return null;
  return entries.map(([name, value]) => ({
    name: visible(name),
    text: typeof value === 'string' ? visible(value) : JSON.stringify(value),
  }));
}

// Control characters but line ends and tabs, and everything that is not seen or turns the order of what is seen.
const unseen = /[^\P{C}\n\t]|[\u2028\u2029\u115f\u1160\u3164\uffa0]/gu;

/**
 * A text with its unseen characters spelled out. Whoever approves a call decides about what is there, so nothing
 * in it may hide or change places.
 */
export function visible(text: string): string {
  return text.replaceAll(unseen, (found) => `\\u{${found.codePointAt(0)?.toString(16)}}`);
}
