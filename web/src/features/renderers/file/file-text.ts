/** Bytes read as text. */
export interface FileText {
  text: string;
  /** Whether writing the text gives the very same bytes: only such a file can be edited. */
  faithful: boolean;
}

/** Reads bytes as UTF-8, byte order mark and all. `complete` says whether they are the whole file. */
export function readText(bytes: Uint8Array, complete: boolean): FileText {
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    // A cut file may end inside of a character; streaming leaves that out.
    return { text: decoder.decode(bytes, { stream: !complete }), faithful: complete };
  } catch {
    return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), faithful: false };
  }
}

/** The bytes of a text, as they are saved. */
export function writeText(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}
