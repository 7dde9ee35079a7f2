const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** A moment to the second, by the reader's clock. */
export function exactTime(iso: string): string {
  return exact.format(new Date(iso));
}
