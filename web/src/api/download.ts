import { fetchWithToken } from './client';

/** Saves the answer to `path` as a file: a link could not carry the token. */
export async function download(path: string, name: string): Promise<void> {
  const response = await fetchWithToken(path);
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
