/** Where a link in a document leads. */
export type Target =
  | { kind: 'outside'; url: string }
  | { kind: 'file'; path: string }
  | { kind: 'data'; url: string }
  | { kind: 'nowhere' };

const nowhere: Target = { kind: 'nowhere' };

/** The longest address that is followed, and the longest picture that an address may hold. */
const ADDRESS_MAX = 8192;
const PICTURE_MAX = 3_000_000;

/**
 * Where a link leads: outside by http, https or mailto, to a file of the workspace, or nowhere. `document` is the path
 * of the file that it stands in; what is relative is relative to that.
 */
export function linkTarget(address: string, document: string): Target {
  if (address.length > ADDRESS_MAX) return nowhere;
  const scheme = schemeOf(address);
  if (scheme === null) return fileTarget(address, document);
  if (scheme !== 'http' && scheme !== 'https' && scheme !== 'mailto') return nowhere;
  try {
    const url = new URL(address);
    // A name in front of the host is there to be taken for the host.
    return url.username === '' && url.password === '' ? { kind: 'outside', url: url.href } : nowhere;
  } catch {
    return nowhere;
  }
}

/** Where a picture comes from: the workspace, or its own address. Nothing is loaded from outside. */
export function pictureTarget(address: string, document: string): Target {
  if (/^data:image\/(png|jpeg|gif|webp|avif|bmp|svg\+xml)[;,]/i.test(address)) {
    return address.length <= PICTURE_MAX ? { kind: 'data', url: address } : nowhere;
  }
  return linkTarget(address, document);
}

/** `null` for an address without one; `//host` is one that has the page's own. */
function schemeOf(address: string): string | null {
  // Browsers leave out control characters and spaces before they look for the scheme.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are meant
  const seen = address.replace(/[\u0000-\u0020]/g, '');
  if (/^[\\/]{2}/.test(seen)) return 'none-of-its-own';
  return /^([a-z][a-z0-9+.-]*):/i.exec(seen)?.[1]?.toLowerCase() ?? null;
}

function fileTarget(address: string, document: string): Target {
  const [named = ''] = address.split(/[?#]/);
  let path: string;
  try {
    path = decodeURIComponent(named);
  } catch {
    return nowhere;
  }
  if (path === '' || path.includes('\\') || path.includes('\0')) return nowhere;
  // A folder is shown by no view.
  if (/(^|\/)\.{0,2}$/.test(path)) return nowhere;
  const folder = path.startsWith('/') ? [] : document.split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') folder.push(part);
    else if (folder.pop() === undefined) return nowhere;
  }
  return folder.length === 0 ? nowhere : { kind: 'file', path: folder.join('/') };
}
