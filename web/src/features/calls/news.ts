import type { CallSummary, TimelinePage } from './timeline';

/** Where news of a timeline come from. */
export interface Source {
  page: (cursor: string | null) => Promise<TimelinePage>;
  one: (id: string) => Promise<CallSummary>;
}

/** What events told of calls. */
export interface Heard {
  named: ReadonlySet<string>;
  /** Whether more may have happened than was told. */
  missed: boolean;
}

export interface News {
  /** Fresh summaries of calls that are shown, and of calls that are not yet. */
  calls: CallSummary[];
  /** More happened than was fetched: the timeline is to be read from its beginning. */
  gap: boolean;
}

/** Pages read until something known is met. */
const MAX_PAGES = 5;
/** Older calls fetched one by one because an event named them. */
export const MAX_SINGLE = 20;

/**
 * Reads what a timeline does not know yet: its newest calls until a known one, and of the known ones those that
 * events named.
 */
export async function readNews(
  source: Source,
  known: ReadonlySet<string>,
  named: ReadonlySet<string>,
): Promise<News> {
  const calls: CallSummary[] = [];
  let cursor: string | null = null;
  for (let page = 0; ; page += 1) {
    if (page === MAX_PAGES) return { calls, gap: true };
    const { items, next_cursor } = await source.page(cursor);
    calls.push(...items);
    cursor = next_cursor ?? null;
    if (cursor === null || known.size === 0 || items.some((call) => known.has(call.id))) break;
  }
  const read = new Set(calls.map((call) => call.id));
  const older = [...named].filter((id) => known.has(id) && !read.has(id));
  if (older.length > MAX_SINGLE) return { calls, gap: true };
  calls.push(...(await Promise.all(older.map((id) => source.one(id)))));
  return { calls, gap: false };
}
