import { fetchWithToken } from './client';

/**
 * Saves the answer to `path` as a file: a link could not carry the token. Without `name` it is called as the server
 * calls it.
 */
export async function download(path: string, name?: string): Promise<void> {
  const response = await fetchWithToken(path);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name ?? nameOf(response);
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

function nameOf(response: Response): string {
  return /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? '';
}
