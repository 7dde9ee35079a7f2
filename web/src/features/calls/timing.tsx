import type { Schemas } from '@/api/client';
import { duration } from '@/components/moment';
import { spansOf } from './spans';

/** How long a call waited and ran, in figures and as lengths. */
export function Timing({ call }: { call: Schemas['Call'] }) {
  const { waited, ran } = spansOf(call);
  const total = (waited ?? 0) + (ran ?? 0);
  const share = total > 0 && waited !== null && ran !== null ? (waited / total) * 100 : null;
  return (
    <>
      <p className="tabular-nums">
        {waited === null ? 'waiting' : `waited ${duration(waited)}`}
        {call.started_at == null ? '' : ran === null ? ', running' : `, ran ${duration(ran)}`}
      </p>
      {share === null ? null : (
        <div aria-hidden className="mt-1.5 flex h-1.5 gap-px overflow-hidden rounded-full">
          <span className="bg-warn" style={{ width: `${share}%` }} />
          <span className="flex-1 bg-accent" />
        </div>
      )}
    </>
  );
}
