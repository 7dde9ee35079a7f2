import { useCallback, useMemo, useState } from 'react';
import type { Schemas } from '@/api/client';
import { type Decision, type Decisions, decided, entriesOf, withoutOver } from './inbox';
import { useApprove, useDeny, useWaitingCalls } from './queries';
import { Turns } from './turns';

type Remember = Schemas['Remember'];

type Call = Schemas['Call'];

/** A browser keeps six connections to a server, and an approval holds one until its call is over. */
const approvals = new Turns(3);

/** The calls that wait, the decisions made here, and the ways to make them. */
export function useInbox() {
  const waiting = useWaitingCalls();
  const [decisions, setDecisions] = useState<Decisions>(new Map());
  const [reaches, setReaches] = useState<ReadonlyMap<string, Remember>>(new Map());
  const { mutateAsync: approveOne } = useApprove();
  const { mutateAsync: denyOne } = useDeny();

  const settle = useCallback((decision: Omit<Decision, 'state'>, answer: Promise<unknown>) => {
    const put = (state: Decision['state'], error?: unknown) =>
      setDecisions((was) => decided(was, { ...decision, state, error }));
    put('sent');
    void answer.then(
      () => put('taken'),
      (error: unknown) => put('refused', error),
    );
  }, []);

  const approve = useCallback(
    (calls: readonly Call[], effect: string | null = null) => {
      for (const call of calls) {
        const remember = reaches.get(call.id) ?? 'once';
        settle(
          { call, verdict: 'approved', effect },
          approvals.take(() => approveOne({ id: call.id, remember, effect })),
        );
      }
    },
    [settle, approveOne, reaches],
  );
  const deny = useCallback(
    (calls: readonly Call[], reason: string) => {
      for (const call of calls)
        settle(
          { call, verdict: 'denied', effect: null },
          approvals.take(() => denyOne({ id: call.id, reason })),
        );
    },
    [settle, denyOne],
  );
  /** What the approval of a call holds for; of one that was not asked about, only that call. */
  const reachOf = (id: string) => reaches.get(id) ?? 'once';
  const setReach = (id: string, remember: Remember) => setReaches((was) => new Map(was).set(id, remember));
  const clear = useCallback(() => setDecisions(withoutOver), []);

  const entries = useMemo(() => entriesOf(waiting.data ?? [], decisions), [waiting.data, decisions]);
  return { waiting, entries, approve, deny, clear, reachOf, setReach };
}
