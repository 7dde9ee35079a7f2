/** Typed letters from which on files are looked for, and how many are shown. */
const LETTERS = 2;
const MOST = 20;

/** The files whose path has all the words that were typed, those with them in their name first. */
export function foundFiles(paths: readonly string[], typed: string): string[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.join('').length < LETTERS) return [];
  const has = (text: string) => words.every((word) => text.includes(word));
  const found = paths.filter((path) => has(path.toLowerCase()));
  const inName = (path: string) => has(path.slice(path.lastIndexOf('/') + 1).toLowerCase());
  return [...found.filter(inName), ...found.filter((path) => !inName(path))].slice(0, MOST);
}
