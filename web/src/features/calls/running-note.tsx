import { CircleStop } from 'lucide-react';
import type { Schemas } from '@/api/client';
import { Button } from '@/components/button';
import { ProblemNote } from '@/components/problem-note';
import { useCallActions } from './queries';

/** Says that a call runs, and ends it if somebody wants that. */
export function RunningNote({ call }: { call: Schemas['Call'] }) {
  const { cancel } = useCallActions(call.id);
  return (
    <section
      aria-label="Running"
      className="flex flex-col gap-3 rounded-lg border border-line bg-accent-soft p-4"
    >
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm">
          <span className="font-semibold">
            {call.started_at == null ? 'It is its turn soon.' : 'It runs.'}
          </span>{' '}
          Cancelled, everything it started ends with it; what it wrote until then is kept.
        </p>
        <Button icon={CircleStop} look="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel
        </Button>
      </div>
      <div role="progressbar" aria-label="Running" className="h-1 overflow-hidden rounded-full bg-line">
        <div className="h-full w-1/3 animate-pulse rounded-full bg-accent" />
      </div>
      {cancel.isError ? <ProblemNote error={cancel.error} /> : null}
    </section>
  );
}
