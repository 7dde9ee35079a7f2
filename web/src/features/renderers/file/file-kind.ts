/** What a file is to a person, by which it is shown. */
export type FileKind =
  | 'text'
  | 'markdown'
  | 'json'
  | 'html'
  | 'svg'
  | 'image'
  | 'pdf'
  | 'audio'
  | 'video'
  | 'binary';

/** Of those, what is heard or seen. */
export type MediaKind = 'image' | 'pdf' | 'audio' | 'video';

/** How the page plays or draws a file of this kind; never what the file says of itself. */
const media = new Map<string, readonly [MediaKind, string]>(
  Object.entries({
    png: ['image', 'image/png'],
    jpg: ['image', 'image/jpeg'],
    jpeg: ['image', 'image/jpeg'],
    gif: ['image', 'image/gif'],
    webp: ['image', 'image/webp'],
    avif: ['image', 'image/avif'],
    bmp: ['image', 'image/bmp'],
    ico: ['image', 'image/x-icon'],
    pdf: ['pdf', 'application/pdf'],
    mp3: ['audio', 'audio/mpeg'],
    wav: ['audio', 'audio/wav'],
    ogg: ['audio', 'audio/ogg'],
    oga: ['audio', 'audio/ogg'],
    opus: ['audio', 'audio/ogg'],
    flac: ['audio', 'audio/flac'],
    m4a: ['audio', 'audio/mp4'],
    aac: ['audio', 'audio/aac'],
    mp4: ['video', 'video/mp4'],
    m4v: ['video', 'video/mp4'],
    webm: ['video', 'video/webm'],
    ogv: ['video', 'video/ogg'],
    mov: ['video', 'video/quicktime'],
  }),
);

const texts = new Map<string, FileKind>(
  Object.entries({
    md: 'markdown',
    markdown: 'markdown',
    mdown: 'markdown',
    json: 'json',
    geojson: 'json',
    ipynb: 'json',
    html: 'html',
    htm: 'html',
    xhtml: 'html',
    svg: 'svg',
  }),
);

/** What a file is where its name alone tells: what is heard or seen, not read. */
export function mediaKindOf(path: string): MediaKind | null {
  return media.get(endingOf(path))?.[0] ?? null;
}

/** What a file of this name probably is, before anything of it is read. */
export function kindOfName(path: string): FileKind {
  const ending = endingOf(path);
  return media.get(ending)?.[0] ?? texts.get(ending) ?? (binaries.has(ending) ? 'binary' : 'text');
}

/** Endings of what is never text. */
const binaries = new Set([
  'bin',
  'dat',
  'db',
  'exe',
  'gz',
  'o',
  'pyc',
  'so',
  'sqlite',
  'tar',
  'wasm',
  'xz',
  'zip',
  'zst',
]);

/** How many bytes are looked at to tell text from other content, as git does it. */
const LOOKED_AT = 8000;

/** What a file is, by its name; where that says nothing, by whether its first bytes can be text. */
export function kindOfFile(path: string, head: Uint8Array): FileKind {
  const ending = endingOf(path);
  const known = media.get(ending)?.[0];
  if (known) return known;
  if (head.subarray(0, LOOKED_AT).includes(0)) return 'binary';
  return texts.get(ending) ?? 'text';
}

/** The media type that the page gives to a file of this name. */
export function mediaTypeOf(path: string): string {
  const ending = endingOf(path);
  if (ending === 'svg') return 'image/svg+xml';
  return media.get(ending)?.[1] ?? 'application/octet-stream';
}

function endingOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1).toLowerCase() : '';
}
