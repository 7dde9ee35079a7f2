import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { destinations } from './navigation';
import { runPageKey } from './page-keys';

interface Actions {
  palette: () => void;
  list: () => void;
}

/** How long `g` waits for its second key. */
const SEQUENCE_MS = 1200;

/**
 * The keys that work everywhere: Ctrl K, `g` and a letter, `?`; then those of the page that is shown.
 * Nothing is taken while somebody types or a window is open.
 */
export function useShortcuts(actions: Actions): void {
  const navigate = useNavigate();
  useEffect(() => {
    let armedUntil = 0;
    const act = (key: string): boolean => {
      if (performance.now() < armedUntil) {
        armedUntil = 0;
        const destination = destinations.find((one) => one.key === key);
        if (destination) void navigate({ to: destination.to });
        return destination !== undefined;
      }
      if (key === 'g') armedUntil = performance.now() + SEQUENCE_MS;
      if (key === '?') actions.list();
      return key === '?' || (key !== 'g' && runPageKey(key));
    };
    const press = (event: KeyboardEvent) => {
      const opensPalette = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      if (opensPalette) actions.palette();
      const taken = opensPalette || (isPlain(event) && act(event.key));
      if (taken) event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [navigate, actions]);
}

function isPlain(event: KeyboardEvent): boolean {
  const held = event.ctrlKey || event.metaKey || event.altKey;
  return !held && !event.defaultPrevented && !isTyping(event.target) && !inWindow(event.target);
}

/** Windows and menus have keys of their own. */
function inWindow(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('[role=dialog], [role=alertdialog], [role=menu]') !== null
  );
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName);
}
