import type { Schemas } from '@/api/client';
import { Card } from '@/components/card';
import { Select } from '@/components/field';
import { ago } from '@/components/moment';
import { ProblemNote } from '@/components/problem-note';
import { Skeleton } from '@/components/skeleton';
import { RenderedResult } from '@/features/renderers';
import { useCall } from '../queries';

interface Props {
  /** Calls to try it on, newest first. */
  calls: readonly Schemas['CallSummary'][];
  callId: string | null;
  onCall: (id: string) => void;
  plan: unknown;
  problem: unknown;
}

/** What a past call would show under the changes, before they are saved. */
export function OverridePreview({ calls, callId, onCall, plan, problem }: Props) {
  const { data: call } = useCall(callId);
  return (
    <Card
      title="Preview"
      actions={
        calls.length > 0 ? (
          <Select
            aria-label="Call to try it on"
            className="max-w-72"
            value={callId ?? ''}
            onChange={(event) => onCall(event.target.value)}
          >
            {calls.map(({ id, created_at, args_preview }) => (
              <option key={id} value={id}>
                {`${ago(created_at)} – ${args_preview.slice(0, 60)}`}
              </option>
            ))}
          </Select>
        ) : null
      }
    >
      {calls.length === 0 ? (
        <p className="text-sm text-muted">
          Run the tool once with success: what the renderer makes of that result shows here while you change
          it.
        </p>
      ) : null}
      {problem ? <ProblemNote error={problem} /> : null}
      {!problem && callId && (!call || plan === undefined) ? <Skeleton className="h-40 w-full" /> : null}
      {!problem && call && plan !== undefined ? (
        <RenderedResult key={JSON.stringify(plan)} preview call={{ ...call, render_plan: plan as never }} />
      ) : null}
    </Card>
  );
}
