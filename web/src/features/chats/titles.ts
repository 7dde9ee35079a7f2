/** The longest title. The server's own limit is in bytes and larger. */
export const TITLE_MAX = 200;

/** What is wrong with a chat's title, or `null`. */
export function titleFault(title: string): string | null {
  if (title.trim() === '') return 'Give it a name.';
  return title.length > TITLE_MAX ? `A title has at most ${TITLE_MAX} letters.` : null;
}
