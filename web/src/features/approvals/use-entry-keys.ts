import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { Schemas } from '@/api/client';
import { usePageKeys } from '@/app/page-keys';
import { approvableEffect } from '@/features/calls';
import { cardId } from './entry-card';
import { type Entry, isOpen, nextOpen } from './inbox';

type Call = Schemas['Call'];

interface Actions {
  approve: (calls: readonly Call[], effect: string | null) => void;
  askToDeny: (calls: readonly Call[]) => void;
  toggle: (id: string) => void;
}

/**
 * `j` and `k` go through the calls, `a`, `d` and `x` do what they do with the one that has the focus. Without
 * one they go to the first: nothing is decided about a call that nobody pointed at.
 */
export function useEntryKeys(entries: readonly Entry[], actions: Actions) {
  const latest = useRef({ entries, actions });
  useEffect(() => {
    latest.current = { entries, actions };
  });

  /** After a decision the focus goes to the next call that waits. */
  const onDecided = useCallback((calls: readonly Call[]) => {
    const last = calls.at(-1)?.id ?? null;
    const left = latest.current.entries.filter(
      (entry) => !calls.some((call) => call.id === entry.call.id) || entry.call.id === last,
    );
    const next = nextOpen(left, last);
    focus(next ?? last);
  }, []);

  const keys = useMemo(() => {
    const onFocused = (work: (entry: Entry) => void) => () => {
      const { entries: now } = latest.current;
      const entry = now.find(({ call }) => call.id === focusedCall());
      if (!entry) focus(nextOpen(now, null));
      else if (isOpen(entry)) work(entry);
    };
    const go = (step: 1 | -1) => () => {
      const { entries: now } = latest.current;
      const at = now.findIndex(({ call }) => call.id === focusedCall());
      const to = at < 0 ? 0 : Math.min(Math.max(at + step, 0), now.length - 1);
      focus(now[to]?.call.id ?? null);
    };
    return [
      { key: 'j', what: 'Next call', run: go(1) },
      { key: 'k', what: 'Call before', run: go(-1) },
      {
        key: 'a',
        what: 'Approve the call that has the focus',
        run: onFocused(({ call }) => {
          latest.current.actions.approve([call], approvableEffect(call));
          onDecided([call]);
        }),
      },
      {
        key: 'd',
        what: 'Deny the call that has the focus',
        run: onFocused(({ call }) => latest.current.actions.askToDeny([call])),
      },
      {
        key: 'x',
        what: 'Choose the call that has the focus',
        run: onFocused(({ call }) => latest.current.actions.toggle(call.id)),
      },
    ];
  }, [onDecided]);
  usePageKeys(keys);
  return { onDecided };
}

function focus(id: string | null): void {
  if (id === null) return;
  const card = document.getElementById(cardId(id));
  card?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: 'nearest' });
}

/** The call whose card holds the focus. */
function focusedCall(): string | null {
  const card = document.activeElement?.closest('[id^="waiting-"]');
  return card ? card.id.slice('waiting-'.length) : null;
}
