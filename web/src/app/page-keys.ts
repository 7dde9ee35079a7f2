import { useEffect } from 'react';

/** One key of the page that is shown, such as `j` on a list. */
export interface PageKey {
  /** What `KeyboardEvent.key` says. */
  key: string;
  /** For the list of keys. */
  what: string;
  run: () => void;
}

let current: readonly PageKey[] = [];

/** The keys of the page that is shown, for the list of keys. */
export function pageKeys(): readonly PageKey[] {
  return current;
}

/** Runs what the page that is shown does on `key`; tells whether it does anything. */
export function runPageKey(key: string): boolean {
  const found = current.find((one) => one.key === key);
  found?.run();
  return found !== undefined;
}

/** Keys that work while the component is shown, wherever the focus is, unless somebody types. */
export function usePageKeys(keys: readonly PageKey[]): void {
  useEffect(() => {
    current = keys;
    return () => {
      if (current === keys) current = [];
    };
  }, [keys]);
}
