import createClient, { type Middleware } from 'openapi-fetch';
import { problemOf, unreachable } from './problem';
import type { components, paths } from './schema';
import { currentToken } from './token';

/** The server's types by name: `Schemas['Toolset']`. */
export type Schemas = components['schemas'];

const withToken: Middleware = {
  onRequest({ request }) {
    const token = currentToken();
    if (token) request.headers.set('Authorization', `Bearer ${token}`);
    return request;
  },
  async onResponse({ response }) {
    if (!response.ok) throw await problemOf(response);
    return response;
  },
  onError() {
    return unreachable();
  },
};

/**
 * The server's operations, typed by its own document. Every answer but a success is thrown as a `Problem`,
 * so `data` is there whenever a call returns: read it with `got`.
 */
export const api = createClient<paths>({ baseUrl: '' });
api.use(withToken);

/** The data of an operation that answers with some. */
export async function got<T>(answer: Promise<{ data?: T }>): Promise<T> {
  const { data } = await answer;
  // `undefined` only for operations without a body, whose type has none either.
  return data as T;
}

/** A request outside of the typed client: files up and down. */
export async function fetchWithToken(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  const token = currentToken();
  if (token) headers.set('Authorization', `Bearer ${token}`);
  let response: Response;
  try {
    response = await fetch(path, { ...init, headers });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw unreachable();
  }
  if (!response.ok) throw await problemOf(response);
  return response;
}
