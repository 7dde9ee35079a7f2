import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { keys } from '@/api/keys';
import type { CallsSearch } from '@/app/search';
import { type Heard, MAX_SINGLE, readNews } from './news';
import { fetchSummary, fetchTimeline, useTimelinePages } from './queries';
import {
  type CallSummary,
  callsOf,
  onlyThose,
  type Timeline,
  unfinished,
  withChanged,
  withNew,
} from './timeline';
import { useNews } from './use-news';

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
    async ({ named, missed }: Heard) => {
      const timeline = client.getQueryData<Timeline>(queryKey);
      if (!timeline) return;
      const known = new Set(callsOf(timeline).map((call) => call.id));
      const asked = missed ? new Set([...named, ...unfinished(timeline, MAX_SINGLE)]) : named;
      const source = { page: (cursor: string | null) => fetchTimeline(search, cursor), one: fetchSummary };
      const { calls, gap } = await readNews(source, known, asked);
      if (gap) return client.resetQueries({ queryKey });
      change((was) => withChanged(was, calls));
      const fresh = calls.filter((call) => !known.has(call.id));
      if (reading()) setWaiting((was) => merged(was, calls, fresh));
      else change((was) => settled(withNew(was, fresh), search));
    },
    [client, queryKey, search, reading, change],
  );
  // Whoever comes back to the page sees what was kept, and then what happened meanwhile.
  const kept = pages.data !== undefined && !pages.isFetchedAfterMount;
  useNews(refresh, { there: pages.data !== undefined, kept });

  // biome-ignore lint/correctness/useExhaustiveDependencies: what waits belongs to one filter
  useEffect(() => setWaiting([]), [queryKey]);

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
