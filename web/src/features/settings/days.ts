/** The days that somebody wrote: `null` for none, which is for good. */
export function daysOf(text: string): number | null | 'fault' {
  const plain = text.trim();
  if (plain === '') return null;
  return /^[1-9]\d{0,4}$/.test(plain) ? Number(plain) : 'fault';
}
