import type { InfiniteData } from '@tanstack/react-query';
import type { Schemas } from '@/api/client';

export type CallSummary = Schemas['CallSummary'];
export type TimelinePage = Schemas['Page_CallSummary'];
/** Pages of calls, newest first, as they are kept. */
export type Timeline = InfiniteData<TimelinePage, string | null>;

/** Ids of calls begin with their time. */
function newestFirst(a: CallSummary, b: CallSummary): number {
  if (a.id === b.id) return 0;
  return a.id < b.id ? 1 : -1;
}

/** A call that was summed up anew says the same unless it went on. */
function same(a: CallSummary, b: CallSummary): boolean {
  return a.status === b.status && a.started_at === b.started_at && a.finished_at === b.finished_at;
}

/** All calls of a timeline, newest first. */
export function callsOf(timeline: Timeline | undefined): CallSummary[] {
  return timeline?.pages.flatMap((page) => page.items) ?? [];
}

/** The newest calls that have not ended. */
export function unfinished(timeline: Timeline, most: number): string[] {
  const open = callsOf(timeline).filter(({ status }) => status === 'pending' || status === 'running');
  return open.slice(0, most).map(({ id }) => id);
}

/** Puts fresh summaries where old ones of the same calls stand, and adds none. What did not change stays itself. */
export function withChanged(timeline: Timeline, fresh: readonly CallSummary[]): Timeline {
  const byId = new Map(fresh.map((call) => [call.id, call]));
  let changed = false;
  const pages = timeline.pages.map((page) => {
    const items = replaced(page.items, byId);
    if (items !== page.items) changed = true;
    return items === page.items ? page : { ...page, items };
  });
  return changed ? { ...timeline, pages } : timeline;
}

function replaced(items: CallSummary[], byId: ReadonlyMap<string, CallSummary>): CallSummary[] {
  if (!items.some((old) => isNews(old, byId.get(old.id)))) return items;
  return items.map((old) => {
    const fresh = byId.get(old.id);
    return fresh && isNews(old, fresh) ? fresh : old;
  });
}

function isNews(old: CallSummary, fresh: CallSummary | undefined): boolean {
  return fresh !== undefined && !same(old, fresh);
}

/** Adds calls that were not there, each where its time puts it. */
export function withNew(timeline: Timeline, added: readonly CallSummary[]): Timeline {
  const there = new Set(callsOf(timeline).map((call) => call.id));
  const missing = added.filter((call) => !there.has(call.id));
  if (missing.length === 0) return timeline;
  const pages = timeline.pages.map((page) => ({ ...page, items: [...page.items] }));
  const ends = pages.map(({ items }) => items.at(-1)?.id ?? '');
  for (const call of missing) {
    const home = ends.findIndex((end) => end < call.id);
    pages.at(home)?.items.push(call);
  }
  for (const page of pages) page.items.sort(newestFirst);
  return { ...timeline, pages };
}

/** Takes out the calls that `keep` does not want. */
export function onlyThose(timeline: Timeline, keep: (call: CallSummary) => boolean): Timeline {
  if (callsOf(timeline).every(keep)) return timeline;
  const pages = timeline.pages.map((page) => ({ ...page, items: page.items.filter(keep) }));
  return { ...timeline, pages };
}

/** What a list shows of a whole call. */
export function summaryOf(call: Schemas['Call']): CallSummary {
  const { added, modified, removed } = call.changes;
  const renderer = (call.render_plan as { renderer?: unknown } | null | undefined)?.renderer;
  return {
    ...call,
    error: call.error ? { kind: call.error.kind, message: call.error.message } : null,
    renderer: typeof renderer === 'string' ? renderer : null,
    args_preview: shortened(JSON.stringify(call.args)),
    changes: { added: added.length, modified: modified.length, removed: removed.length },
  } as CallSummary;
}

const SHOWN = 200;

function shortened(text: string): string {
  const characters = [...text.slice(0, SHOWN * 2 + 2)];
  return characters.length > SHOWN ? `${characters.slice(0, SHOWN - 1).join('')}…` : text;
}
