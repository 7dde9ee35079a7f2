import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import type { ActivitySearch } from '@/app/search';
import { Card } from '@/components/card';
import { Skeleton } from '@/components/skeleton';
import { type Activity, type Bucket, bucketLabel, type Measure, secondsOf, spanOf, summary } from './figures';
import { NumbersTable } from './numbers-table';

const Chart = lazy(() => import('./chart'));

interface Props {
  title: string;
  activity: Activity;
  search: ActivitySearch;
  measures: readonly Measure[];
  format: (value: number) => string;
}

/** A chart with its legend, and the same as a table. A bar leads to its calls. */
export function ChartCard({ title, activity, search, measures, format }: Props) {
  const [pointed, setPointed] = useState<number | null>(null);
  const navigate = useNavigate();
  const at = useMemo(() => activity.buckets.map(secondsOf), [activity]);
  const lines = useMemo(
    () => measures.map(({ of, ...line }) => ({ ...line, values: activity.buckets.map(of) })),
    [activity, measures],
  );
  const bucket = pointed === null ? undefined : activity.buckets[pointed];
  const pick = (index: number) => {
    const picked = activity.buckets[index];
    if (!picked) return;
    const { tool, toolset } = search;
    const filter = { ...(tool ? { tool } : {}), ...(toolset ? { toolset } : {}) };
    void navigate({ to: '/calls', search: { ...filter, ...spanOf(activity, picked) } });
  };
  return (
    <Card
      title={title}
      actions={<Legend measures={measures} activity={activity} bucket={bucket} format={format} />}
    >
      <p className="sr-only">{summary(activity)} The table below has the figures.</p>
      <Suspense fallback={<Skeleton className="h-[200px]" />}>
        <div className="cursor-pointer">
          <Chart
            at={at}
            bucketSeconds={activity.bucket_seconds}
            lines={lines}
            format={format}
            onPoint={setPointed}
            onPick={pick}
          />
        </div>
      </Suspense>
      <NumbersTable title={title} activity={activity} search={search} measures={measures} format={format} />
    </Card>
  );
}

const swatches = { accent: 'bg-accent', bad: 'bg-bad', warn: 'bg-warn' } as const;

function Legend({
  measures,
  activity,
  bucket,
  format,
}: Pick<Props, 'measures' | 'activity' | 'format'> & { bucket: Bucket | undefined }): ReactNode {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-muted tabular-nums">
      {bucket ? <span>{bucketLabel(activity, bucket)}</span> : null}
      {measures.map(({ label, colour, of }) => {
        const value = bucket ? of(bucket) : null;
        return (
          <span key={label} className="inline-flex items-center gap-1.5">
            <span aria-hidden className={`size-2.5 rounded-sm ${swatches[colour]}`} />
            {label}
            {value === null ? null : <span className="font-semibold text-ink">{format(value)}</span>}
          </span>
        );
      })}
    </div>
  );
}
