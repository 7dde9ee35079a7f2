/** How much of a text is fetched to be shown. What is longer can be downloaded. */
export const TEXT_MAX_BYTES = 2_000_000;
/** A value is only shown as a whole, and a tree bears more than an editor. */
const VALUE_MAX_BYTES = 32_000_000;
/** The largest picture, sound or film. */
export const WHOLE_MAX_BYTES = 100_000_000;

/** How much of a file of this name is fetched to be shown. */
export function headBytesOf(path: string): number {
  return /\.(geo)?json$/i.test(path) ? VALUE_MAX_BYTES : TEXT_MAX_BYTES;
}

/** The beginning of a file, usually all of it. */
export interface FileHead {
  bytes: Uint8Array<ArrayBuffer>;
  /** Of the whole file. */
  size: number;
  /** The whole file's SHA-256, quoted as the server sends it. */
  etag: string | null;
}

/** Reads the first part of an answer and leaves the rest. */
export async function readHead(response: Response, limit = TEXT_MAX_BYTES): Promise<FileHead> {
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  while (reader && length < limit) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    length += value.length;
  }
  await reader?.cancel();
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  const announced = Number(response.headers.get('Content-Length') ?? length);
  return {
    bytes: bytes.subarray(0, limit),
    size: Math.max(announced, length),
    etag: response.headers.get('ETag'),
  };
}
