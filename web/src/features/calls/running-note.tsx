import { CircleStop, LoaderCircle } from 'lucide-react';
import type { Schemas } from '@/api/client';
import { Button } from '@/components/button';
import { ProblemNote } from '@/components/problem-note';
import { Elapsed } from './elapsed';
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
        <div className="flex gap-3 text-sm">
          <LoaderCircle aria-hidden size={17} className="mt-0.5 shrink-0 animate-spin text-accent" />
          <div>
            <p className="font-semibold">
              {call.started_at == null ? (
                'It waits for its turn in the chat.'
              ) : (
                <>
                  Running for <Elapsed since={call.started_at} />
                </>
              )}
            </p>
            <p className="mt-1">
              Cancelled, everything it started ends with it; what it wrote until then is kept.
            </p>
          </div>
        </div>
        <Button icon={CircleStop} look="danger" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel
        </Button>
      </div>
      {cancel.isError ? <ProblemNote error={cancel.error} /> : null}
    </section>
  );
}
