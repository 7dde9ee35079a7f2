/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Everything before the last part; empty at the top. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** What is wrong with a path that somebody typed, or `null`. The server checks it again. */
export function faultOf(path: string): string | null {
  if (path === '') return 'Give it a name.';
  if (path.startsWith('/') || path.endsWith('/')) return 'A path neither begins nor ends with “/”.';
  const parts = path.split('/');
  if (parts.includes('')) return 'A folder needs a name.';
  if (parts.some((part) => part === '.' || part === '..')) return '“.” and “..” lead nowhere in a workspace.';
  if (parts.some((part) => new TextEncoder().encode(part).length > 255))
    return 'A name has at most 255 bytes.';
  return null;
}
