import { useState } from 'react';
import type { Schemas } from '@/api/client';
import { Card } from '@/components/card';
import { Input } from '@/components/field';
import { ProblemNote } from '@/components/problem-note';
import { Sentence } from '@/components/sentence';
import { SkeletonRows } from '@/components/skeleton';
import { amount } from './amount';
import { useLimits } from './queries';

/** Up to where the server goes. */
export function LimitsCard() {
  const { data, error, refetch } = useLimits();
  return (
    <Card title="Limits">
      {error ? (
        <ProblemNote error={error} retry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows count={5} />
      ) : (
        <LimitTable limits={data.items} />
      )}
    </Card>
  );
}

function LimitTable({ limits }: { limits: readonly Schemas['Limit'][] }) {
  const [filter, setFilter] = useState('');
  const wanted = filter.trim().toLowerCase();
  const shown = limits.filter(({ name, about }) => `${name} ${about}`.toLowerCase().includes(wanted));
  return (
    <div className="flex flex-col gap-3 text-sm">
      <Input
        type="search"
        aria-label="Filter limits"
        placeholder="Filter, such as “workspace”"
        className="max-w-xs"
        value={filter}
        onChange={(event) => setFilter(event.target.value)}
      />
      {shown.length === 0 ? <p className="text-muted">No limit is about that.</p> : null}
      <dl className="gap-x-10 lg:columns-2">
        {shown.map(({ name, value, unit, about }) => (
          <div
            key={name}
            title={name}
            className="flex break-inside-avoid items-baseline justify-between gap-4 border-b border-line/60 py-1.5"
          >
            <dt className="min-w-0 break-words text-muted">
              <Sentence text={about} />
            </dt>
            <dd className="shrink-0 text-right font-medium tabular-nums">{amount(value, unit)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
