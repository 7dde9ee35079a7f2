import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { AppHost, type Doors, type ShownCall } from './app-host';
import type { Outgoing } from './messages';
import { dressOf, surroundingsOf, type Theme } from './surroundings';

interface Options {
  frame: RefObject<HTMLIFrameElement | null>;
  shown: ShownCall;
  doors: Doors;
  theme: Theme;
  /** Pegboard's own. */
  version: string;
}

/** Speaks with the app in a frame for as long as the frame is there. */
export function useAppHost({ frame, shown, doors, theme, version }: Options): void {
  const host = useRef<AppHost | null>(null);
  const latest = useRef({ shown, doors, theme, version });
  useLayoutEffect(() => {
    latest.current = { shown, doors, theme, version };
  });

  // Before the frame can have said anything.
  useLayoutEffect(() => {
    const { shown, doors, theme, version } = latest.current;
    // Where the frame is has no origin, so none can be named; its policy keeps it from being anything else.
    const send = (message: Outgoing) => frame.current?.contentWindow?.postMessage(message, '*');
    const opened = new AppHost(shown, version, surroundingsOf(theme), doors, send, performance.now());
    const hear = ({ source, data }: MessageEvent<unknown>) => {
      // Who speaks is told by the browser: the frame of ours, which hands on what the app inside says.
      if (frame.current && source === frame.current.contentWindow) opened.hear(data, performance.now());
    };
    host.current = opened;
    window.addEventListener('message', hear);
    return () => {
      window.removeEventListener('message', hear);
      opened.close();
    };
  }, [frame]);

  const dressed = useRef(theme);
  useEffect(() => {
    if (dressed.current === theme) return;
    dressed.current = theme;
    host.current?.surround(dressOf(theme));
  }, [theme]);
}
