import type { Schemas } from '@/api/client';

type Call = Schemas['Call'];

/** What a person decided about a call on this page, and how far that is. */
export interface Decision {
  /** The call as it asked. */
  call: Call;
  verdict: 'approved' | 'denied';
  /** The effect that was approved as it was seen; `null` where the call itself was decided about. */
  effect: string | null;
  /** `sent` until the server has answered; `refused` when it did not take the decision. */
  state: 'sent' | 'taken' | 'refused';
  error?: unknown;
}

export type Decisions = ReadonlyMap<string, Decision>;

/** One line of the inbox: a call that waits, or one that was decided here and stays in its place with its end. */
export interface Entry {
  call: Call;
  decision: Decision | null;
}

/** Those that wait and those decided here, oldest first. */
export function entriesOf(waiting: readonly Call[], decisions: Decisions): Entry[] {
  const entries = new Map<string, Entry>();
  for (const call of waiting) entries.set(call.id, { call, decision: null });
  for (const [id, decision] of decisions) {
    // What the server refused can be decided anew, about the call as it is now.
    const now = decision.state === 'refused' ? entries.get(id)?.call : undefined;
    entries.set(id, { call: now ?? decision.call, decision });
  }
  return [...entries.values()].sort((a, b) => (a.call.id < b.call.id ? -1 : 1));
}

/** Whether a person can still decide: what the server refused can be tried again. */
export function isOpen({ decision }: Entry): boolean {
  return decision === null || decision.state === 'refused';
}

/** The one that is decided next: the first open one after `id`, else the first of all. */
export function nextOpen(entries: readonly Entry[], id: string | null): string | null {
  const from = entries.findIndex((entry) => entry.call.id === id) + 1;
  const found = [...entries.slice(from), ...entries.slice(0, from)].find(isOpen);
  return found && found.call.id !== id ? found.call.id : null;
}

export function decided(decisions: Decisions, decision: Decision): Decisions {
  return new Map(decisions).set(decision.call.id, decision);
}

/** Takes away what is over, and keeps what is under way or went wrong. */
export function withoutOver(decisions: Decisions): Decisions {
  return new Map([...decisions].filter(([, { state }]) => state !== 'taken'));
}

/** The last yes to a call that the server did not take. */
export function refusalOf(decision: Decision | null): { effect: string | null; error: unknown } | null {
  if (decision?.state !== 'refused') return null;
  return { effect: decision.effect, error: decision.error };
}
