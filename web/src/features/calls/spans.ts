import type { Schemas } from '@/api/client';

/** How long a call waited before it ran, and how long it ran, in milliseconds; `null` where it is not over. */
export interface Spans {
  waited: number | null;
  ran: number | null;
}

type Times = Pick<Schemas['Call'], 'created_at' | 'started_at' | 'finished_at'>;

export function spansOf({ created_at, started_at, finished_at }: Times): Spans {
  const created = Date.parse(created_at);
  const finished = finished_at == null ? null : Date.parse(finished_at);
  // One that never started waited until it was denied.
  if (started_at == null) return { waited: finished === null ? null : between(created, finished), ran: null };
  const started = Date.parse(started_at);
  return { waited: between(created, started), ran: finished === null ? null : between(started, finished) };
}

/** Clocks may be set back while a call runs. */
function between(from: number, to: number): number {
  return Math.max(0, to - from);
}
