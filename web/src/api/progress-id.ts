/** `crypto.randomUUID` is there on secure addresses only; Pegboard may be reached by a name in a home network. */
export function newProgressId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
