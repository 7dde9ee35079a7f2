import { useCallback, useEffect, useRef, useState } from 'react';
import { linkTarget } from '../document/links';
import { HEIGHT_MIN, HeightGate } from '../frame/frame-height';

/** Keeps a card's frame as tall as what is in it, and its links from leading the frame away. */
export function useCardFrame(document: string, onOutside: (url: string) => void) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(HEIGHT_MIN);
  const [shown, setShown] = useState<Document | null>(null);
  const loaded = useCallback(() => setShown(frame.current?.contentDocument ?? null), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another document begins anew
  useEffect(() => {
    if (!shown?.body) return;
    const gate = new HeightGate(performance.now());
    const measure = () => {
      const granted = gate.grant(shown.documentElement.scrollHeight, performance.now());
      if (granted !== null) setHeight(granted);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(shown.body);
    const follow = (event: Event) => {
      // Of another window, so not an instance of this one's `Element`.
      const link = (event.target as Element | null)?.closest?.('a[href], area[href]');
      if (!link) return;
      event.preventDefault();
      const target = linkTarget(link.getAttribute('href') ?? '', '');
      if (target.kind === 'outside') onOutside(target.url);
    };
    shown.addEventListener('click', follow);
    shown.addEventListener('auxclick', follow);
    return () => {
      observer.disconnect();
      shown.removeEventListener('click', follow);
      shown.removeEventListener('auxclick', follow);
    };
  }, [shown, document, onOutside]);
  return { frame, height, loaded };
}
