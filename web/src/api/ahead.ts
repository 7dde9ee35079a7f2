import { fetchWithToken } from './client';

/** An operation that the server's document does not have yet, in the shape that was agreed on. */
export async function ahead<T>(path: string, method = 'GET', body?: unknown): Promise<T> {
  const init: RequestInit = { method };
  if (body !== undefined) {
    init.headers = { 'Content-Type': 'application/json' };
    init.body = JSON.stringify(body);
  }
  const response = await fetchWithToken(path, init);
  return (response.status === 204 ? null : await response.json()) as T;
}
