import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { keys } from '@/api/keys';
import { useEvents } from '@/app/live';
import type { CallsSearch } from '@/app/search';
import { readNews } from './news';
import { fetchSummary, fetchTimeline, useTimelinePages } from './queries';
import { type CallSummary, callsOf, onlyThose, type Timeline, withChanged, withNew } from './timeline';

/** Events come faster than people read. */
const NEWS_EVERY_MS = 400;

/**
 * The calls of a filter, kept in step with the house. While `reading` says that somebody reads, new calls wait
 * instead of moving the lines: `waiting` counts them, `show` lets them in.
 */
export function useTimeline(search: CallsSearch, reading: () => boolean) {
  const client = useQueryClient();
  const queryKey = useMemo(() => keys.timeline(search), [search]);
  const pages = useTimelinePages(search);
  const [waiting, setWaiting] = useState<readonly CallSummary[]>([]);

  const change = useCallback(
    (to: (timeline: Timeline) => Timeline) =>
      client.setQueryData<Timeline>(queryKey, (timeline) => timeline && to(timeline)),
    [client, queryKey],
  );

  const refresh = useCallback(
    async (named: ReadonlySet<string>) => {
      const timeline = client.getQueryData<Timeline>(queryKey);
      if (!timeline) return;
      const known = new Set(callsOf(timeline).map((call) => call.id));
      const source = { page: (cursor: string | null) => fetchTimeline(search, cursor), one: fetchSummary };
      const { calls, gap } = await readNews(source, known, named);
      if (gap) return client.resetQueries({ queryKey });
      change((was) => withChanged(was, calls));
      const fresh = calls.filter((call) => !known.has(call.id));
      if (reading()) setWaiting((was) => merged(was, calls, fresh));
      else change((was) => settled(withNew(was, fresh), search));
    },
    [client, queryKey, search, reading, change],
  );
  useNews(refresh);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what waits belongs to one filter
  useEffect(() => setWaiting([]), [queryKey]);

  // Whoever comes back to the page sees what was kept, and then what happened meanwhile.
  const kept = pages.data !== undefined && !pages.isFetchedAfterMount;
  useEffect(() => {
    if (kept) void refresh(new Set()).catch(() => undefined);
  }, [kept, refresh]);

  const show = useCallback(() => {
    change((was) => settled(withNew(was, waiting), search));
    setWaiting([]);
  }, [change, waiting, search]);

  const calls = useMemo(() => callsOf(pages.data), [pages.data]);
  return { pages, calls, waiting: waiting.length, show };
}

/** Calls that went on to a status which the filter does not want are gone once nobody reads them. */
function settled(timeline: Timeline, { status }: CallsSearch): Timeline {
  return status ? onlyThose(timeline, (call) => call.status === status) : timeline;
}

function merged(
  waiting: readonly CallSummary[],
  read: readonly CallSummary[],
  fresh: readonly CallSummary[],
): readonly CallSummary[] {
  const latest = new Map(read.map((call) => [call.id, call]));
  const kept = waiting.map((call) => latest.get(call.id) ?? call);
  const there = new Set(kept.map((call) => call.id));
  return [...kept, ...fresh.filter((call) => !there.has(call.id))];
}

/** Calls `refresh` with the calls that events named: at most once at a time, and not for each event. */
function useNews(refresh: (named: ReadonlySet<string>) => Promise<unknown>): void {
  const state = useRef({
    named: new Set<string>(),
    busy: false,
    timer: null as ReturnType<typeof setTimeout> | null,
  });
  const latest = useRef(refresh);
  useEffect(() => {
    latest.current = refresh;
  }, [refresh]);

  const [plan] = useState(() => {
    const run = async () => {
      const mine = state.current;
      mine.timer = null;
      if (mine.busy) return;
      mine.busy = true;
      const { named } = mine;
      mine.named = new Set();
      // What cannot be read now comes with the next event.
      await latest.current(named).catch(() => undefined);
      mine.busy = false;
      if (mine.named.size > 0) later();
    };
    const later = () => {
      state.current.timer ??= setTimeout(run, NEWS_EVERY_MS);
    };
    return later;
  });

  useEvents((event) => {
    if (event.type !== 'call_pending' && event.type !== 'call_started' && event.type !== 'call_finished')
      return;
    state.current.named.add(event.call_id);
    plan();
  });
  useEffect(
    () => () => {
      if (state.current.timer) clearTimeout(state.current.timer);
      state.current.timer = null;
    },
    [],
  );
}
