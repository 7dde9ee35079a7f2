import { useCallback, useSyncExternalStore } from 'react';

/** Whether the window is at least so wide, such as `64rem`. */
export function useAtLeast(width: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const query = window.matchMedia(`(min-width: ${width})`);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    [width],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(`(min-width: ${width})`).matches);
}
