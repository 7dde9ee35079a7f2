import type { Answer } from './answer';

/** How the pictures that browsers show begin. */
const HEADS: readonly [string, string][] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
];
/** Characters of base64 in which such a beginning stands. */
const HEAD = 16;

/** Reads what `read_file` gave back of a picture as an answer that shows it; `null` where it is none. */
export function pictureIn(result: unknown): Answer | null {
  if (typeof result !== 'object' || result === null || !('base64' in result)) return null;
  const { base64 } = result;
  if (typeof base64 !== 'string') return null;
  const mediaType = mediaTypeOf(base64);
  return mediaType
    ? { blocks: [{ kind: 'image', data: base64, mediaType }], more: 0, structured: undefined }
    : null;
}

function mediaTypeOf(base64: string): string | null {
  try {
    const head = atob(base64.slice(0, HEAD));
    if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp';
    return HEADS.find(([begins]) => head.startsWith(begins))?.[1] ?? null;
  } catch {
    return null;
  }
}
