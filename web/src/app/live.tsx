import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { type Connection, followEvents, type HouseEvent } from '@/api/events';
import { staleAfter } from '@/api/keys';
import { askAnew } from './ask-anew';

type Hear = (event: HouseEvent) => void;

interface Live {
  connection: Connection;
  hear: (listener: Hear) => () => void;
}

const LiveContext = createContext<Live | null>(null);

/** Events come faster than people read: what they make old is fetched anew at most this often. */
const REFRESH_EVERY_MS = 400;

/** Keeps what the page shows in step with the house, by its event stream. */
export function LiveProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [connection, setConnection] = useState<Connection>('connecting');
  const listeners = useRef(new Set<Hear>());

  useEffect(() => {
    const abort = new AbortController();
    const stale = new Map<string, readonly unknown[]>();
    let timer: ReturnType<typeof setTimeout> | null = null;
    const refresh = () => {
      timer = null;
      for (const queryKey of stale.values()) askAnew(client, queryKey);
      stale.clear();
    };
    const hear: Hear = (event) => {
      for (const key of staleAfter(event)) stale.set(JSON.stringify(key), key);
      if (stale.size > 0) timer ??= setTimeout(refresh, REFRESH_EVERY_MS);
      for (const listener of listeners.current) listener(event);
    };
    void followEvents(hear, setConnection, abort.signal);
    return () => {
      abort.abort();
      if (timer) clearTimeout(timer);
    };
  }, [client]);

  const [live] = useState(() => (listener: Hear) => {
    listeners.current.add(listener);
    return () => listeners.current.delete(listener);
  });
  return <LiveContext value={{ connection, hear: live }}>{children}</LiveContext>;
}

function useLive(): Live {
  const live = useContext(LiveContext);
  if (!live) throw new Error('useLive is used outside of LiveProvider');
  return live;
}

/** Whether the page hears what happens. */
export function useConnection(): Connection {
  return useLive().connection;
}

/** Calls `listener` for each event while the component is shown. */
export function useEvents(listener: Hear): void {
  const { hear } = useLive();
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => hear((event) => latest.current(event)), [hear]);
}
