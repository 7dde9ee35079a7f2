import { useSyncExternalStore } from 'react';

/** The width from which a call is one line; Tailwind's `md`. */
const query = window.matchMedia('(min-width: 48rem)');

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the window is wider than a phone. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches);
}
