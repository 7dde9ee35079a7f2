/** Where the page keeps its token: this tab's storage, so that closing the tab signs out of a shared machine. */
const KEY = 'pegboard-token';

type Listener = () => void;
const listeners = new Set<Listener>();
let token: string | null = stored();
let refused = false;

function stored(): string | null {
  try {
    return sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** The token that requests carry, or `null` before signing in. */
export function currentToken(): string | null {
  return token;
}

/** Signs in. `remember` keeps the token beyond this tab. */
export function signIn(secret: string, remember: 'tab' | 'browser' = 'tab'): void {
  token = secret;
  refused = false;
  try {
    sessionStorage.setItem(KEY, secret);
    if (remember === 'browser') localStorage.setItem(KEY, secret);
  } catch {
    // Without storage the token lasts as long as the page.
  }
  for (const listener of listeners) listener();
}

/** Forgets the token everywhere. */
export function signOut(): void {
  forget(false);
}

/** Forgets a token that the server does not take. */
export function refuseToken(): void {
  forget(true);
}

/** Whether nobody is signed in because the server did not take the token. */
export function wasRefused(): boolean {
  return refused;
}

function forget(isRefused: boolean): void {
  token = null;
  refused = isRefused;
  try {
    sessionStorage.removeItem(KEY);
    localStorage.removeItem(KEY);
  } catch {
    // There was nothing to forget.
  }
  for (const listener of listeners) listener();
}

/** For `useSyncExternalStore`. */
export function onTokenChange(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Takes the token out of the address that the server printed (`#token=…`), so that it is neither seen nor shared. */
export function takeTokenFromAddress(): void {
  const match = /^#token=(.+)$/.exec(window.location.hash);
  if (!match?.[1]) return;
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
  signIn(decodeURIComponent(match[1]));
}
