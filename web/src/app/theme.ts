import { useSyncExternalStore } from 'react';

/** `public/theme.js` reads the same key before the first paint. */
const KEY = 'pegboard-theme';

export type Theme = 'system' | 'light' | 'dark';

const listeners = new Set<() => void>();
const system = window.matchMedia('(prefers-color-scheme: dark)');
let chosen: Theme = read();

function read(): Theme {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === 'light' || kept === 'dark' ? kept : 'system';
  } catch {
    return 'system';
  }
}

function shown(): 'light' | 'dark' {
  if (chosen !== 'system') return chosen;
  return system.matches ? 'dark' : 'light';
}

function apply(): void {
  document.documentElement.dataset.theme = shown();
  for (const listener of listeners) listener();
}

system.addEventListener('change', apply);

/** Chooses the theme and keeps the choice. */
export function setTheme(theme: Theme): void {
  chosen = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // The choice lasts as long as the page.
  }
  apply();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** What was chosen, and what is shown. */
export function useTheme(): { chosen: Theme; shown: 'light' | 'dark' } {
  const theme = useSyncExternalStore(subscribe, () => chosen);
  const look = useSyncExternalStore(subscribe, shown);
  return { chosen: theme, shown: look };
}
