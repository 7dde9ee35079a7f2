/** What a page in a frame needs in order to work: scripts, forms, and its own storage. Never to navigate this page. */
const OWN_ORIGIN = 'allow-scripts allow-forms allow-same-origin';
/** Without an origin of its own, a frame has a process of its own, and cannot hold this page up. */
const NO_ORIGIN = 'allow-scripts allow-forms';

/**
 * The rights of a page in a frame, as its `sandbox` attribute; `null` for an address that must not be framed at all.
 * A page of this page's own origin could take the attribute off, and one on the same host shares its process.
 */
export function frameRights(address: string, around: { origin: string; hostname: string }): string | null {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return null;
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  if (url.origin === around.origin) return null;
  return url.hostname === around.hostname ? NO_ORIGIN : OWN_ORIGIN;
}
