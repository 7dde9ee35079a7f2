import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Activity as Icon } from 'lucide-react';
import { type ActivitySearch, activitySearch } from '@/app/search';
import { Empty } from '@/components/empty';
import { duration } from '@/components/moment';
import { Page } from '@/components/page';
import { ProblemNote } from '@/components/problem-note';
import { Skeleton } from '@/components/skeleton';
import { ActivityFilters } from './activity-filters';
import { ChartCard } from './chart-card';
import type { Activity, Measure } from './figures';
import { DEFAULT_RANGE, useActivity } from './queries';
import { ToolsTable } from './tools-table';
import { Totals } from './totals';

// Failures are calls too: their bars stand in front of those of all calls.
const counts: readonly Measure[] = [
  { label: 'Calls', colour: 'accent', shape: 'bars', of: (bucket) => bucket.calls },
  { label: 'Failed', colour: 'bad', shape: 'bars', of: (bucket) => bucket.errors },
];
const latencies: readonly Measure[] = [
  { label: 'p50', colour: 'accent', shape: 'line', of: (bucket) => bucket.p50_ms ?? null },
  { label: 'p95', colour: 'warn', shape: 'line', of: (bucket) => bucket.p95_ms ?? null },
];

function count(value: number): string {
  return Number.isInteger(value) ? value.toLocaleString() : '';
}

export function ActivityPage() {
  const search = useSearch({ from: '/activity', select: activitySearch, structuralSharing: true });
  const navigate = useNavigate();
  const activity = useActivity(search);
  return (
    <Page title="Activity" about="How many calls there were, how many failed, and how long they took.">
      <ActivityFilters
        search={search}
        onChange={(to) => void navigate({ to: '/activity', search: to, replace: true, resetScroll: false })}
      />
      {activity.isError ? <ProblemNote error={activity.error} retry={() => void activity.refetch()} /> : null}
      {activity.isPending ? <Loading /> : null}
      {activity.data ? (
        <Figures activity={activity.data} search={search} old={activity.isPlaceholderData} />
      ) : null}
    </Page>
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-5">
      <Skeleton className="h-18" />
      <Skeleton className="h-72" />
      <Skeleton className="h-72" />
    </div>
  );
}

interface FiguresProps {
  activity: Activity;
  search: ActivitySearch;
  /** They are of the filters chosen before, until the new ones are there. */
  old: boolean;
}

function Figures({ activity, search, old }: FiguresProps) {
  if (activity.totals.calls === 0) return <Nothing />;
  return (
    <div aria-busy={old} className={`flex flex-col gap-5 transition-opacity ${old ? 'opacity-60' : ''}`}>
      <Totals totals={activity.totals} />
      {activity.truncated ? (
        <p role="status" className="text-sm text-muted">
          There were more calls than are counted at once: these are the figures of the newest. A shorter time
          or a single tool shows all of its own.
        </p>
      ) : null}
      <ChartCard title="Calls" activity={activity} search={search} measures={counts} format={count} />
      <ChartCard
        title="Time taken"
        activity={activity}
        search={search}
        measures={latencies}
        format={duration}
      />
      <ToolsTable tools={activity.tools} range={search.range ?? DEFAULT_RANGE} />
    </div>
  );
}

function Nothing() {
  return (
    <Empty icon={Icon} title="No call in this time">
      As soon as tools are called, by a person or by an agent, this page shows how many calls there were, how
      many failed, and how long each tool took. Choose a longer time, or{' '}
      <Link to="/tools" className="text-accent underline">
        run a tool
      </Link>
      .
    </Empty>
  );
}
