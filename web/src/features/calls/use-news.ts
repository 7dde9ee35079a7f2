import { useEffect, useRef, useState } from 'react';
import { useEvents } from '@/app/live';
import type { Heard } from './news';
import { UnreadNews } from './unread-news';

interface Timeline {
  /** Whether its first page is there. What happens before waits for that. */
  there: boolean;
  /** Whether it is shown as it was left: what happened meanwhile was told to nobody. */
  kept: boolean;
}

/** Calls `refresh` with what was heard of: at most once at a time, not for each event, and again after a failure. */
export function useNews(refresh: (heard: Heard) => Promise<unknown>, { there, kept }: Timeline): void {
  const [news] = useState(() => new UnreadNews());
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  }, [refresh]);
  useEvents((event) => {
    if (event.type === 'lagged') news.add({ named: new Set(), missed: true });
    else if (event.type === 'call_pending' || event.type === 'call_started' || event.type === 'call_finished')
      news.add({ named: new Set([event.call_id]), missed: false });
  });
  useEffect(() => {
    if (kept) news.add({ named: new Set(), missed: true });
  }, [kept, news]);
  useEffect(() => {
    if (!there) return;
    news.begin((heard) => latest.current(heard));
    return () => news.rest();
  }, [there, news]);
}
