import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Card } from '@/components/card';
import { duration, Moment } from '@/components/moment';
import { ProblemNote } from '@/components/problem-note';
import { SkeletonRows } from '@/components/skeleton';
import { BudgetCard } from './budget-card';
import { FailuresCard } from './failures-card';
import { type Stats, useStats } from './queries';

/** How a tool did: how often it was called and with what end, how long it took, and what it may still spend. */
export default function Numbers({ toolId }: { toolId: string }) {
  const { data, error, refetch } = useStats(toolId);
  if (error && !data) return <ProblemNote error={error} retry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={4} />;
  return (
    <div className="flex flex-col gap-5">
      <Totals stats={data} />
      {data.budget ? <BudgetCard toolId={toolId} budget={data.budget} /> : null}
      {data.calls > 0 ? <FailuresCard stats={data} /> : <NoCalls />}
    </div>
  );
}

function Totals({ stats }: { stats: Stats }) {
  const { calls, succeeded, success_rate, p50_ms, p95_ms, mean_reward, since } = stats;
  const percent = success_rate == null ? '–' : `${Math.floor(success_rate * 100)} %`;
  return (
    <div className="flex flex-col gap-2">
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-5">
        <Figure name="Calls">{calls.toLocaleString('en')}</Figure>
        <Figure name="Succeeded" note={calls > 0 ? succeeded.toLocaleString('en') : ''}>
          {percent}
        </Figure>
        <Figure name="Half took up to">{p50_ms == null ? '–' : duration(p50_ms)}</Figure>
        <Figure name="95 % took up to">{p95_ms == null ? '–' : duration(p95_ms)}</Figure>
        <Figure name="Mean reward" title="1 for a success, 0 for a failure, −0.2 for a time-out">
          {mean_reward == null ? '–' : mean_reward.toFixed(2)}
        </Figure>
      </dl>
      {since ? (
        <p className="text-xs text-muted">
          Of ended calls since <Moment at={since} />. The reward moves the tool up or down a little in
          searches.
        </p>
      ) : null}
    </div>
  );
}

interface FigureProps {
  name: string;
  note?: string;
  title?: string;
  children: ReactNode;
}

function Figure({ name, note, title, children }: FigureProps) {
  return (
    <div className="bg-surface px-4 py-3 last:col-span-2 sm:last:col-span-1" title={title}>
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-0.5 flex items-baseline gap-2 text-lg font-semibold tabular-nums">
        {children}
        {note ? <span className="text-xs font-normal text-muted">{note}</span> : null}
      </dd>
    </div>
  );
}

function NoCalls() {
  return (
    <Card>
      <p className="text-sm text-muted">
        No call of it has ended yet. How its calls end, and how long they take, is counted here.{' '}
        <Link to="/activity" className="text-accent underline">
          Activity
        </Link>{' '}
        shows all tools over time.
      </p>
    </Card>
  );
}
