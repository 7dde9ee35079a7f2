import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { duration } from '@/components/moment';
import { type Activity, share } from './figures';

/** The range in five figures. */
export function Totals({ totals }: { totals: Activity['totals'] }) {
  const { calls, errors, pending, p50_ms, p95_ms } = totals;
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-5">
      <Figure name="Calls">{calls.toLocaleString()}</Figure>
      <Figure name="Failed" note={share(errors, calls)} tone={errors > 0 ? 'text-bad' : ''}>
        {errors.toLocaleString()}
      </Figure>
      <Figure name="Half took up to">{p50_ms == null ? '–' : duration(p50_ms)}</Figure>
      <Figure name="95 % took up to">{p95_ms == null ? '–' : duration(p95_ms)}</Figure>
      <Figure name="Waiting">
        {pending > 0 ? (
          <Link to="/approvals" className="text-warn underline">
            {pending}
          </Link>
        ) : (
          0
        )}
      </Figure>
    </dl>
  );
}

interface FigureProps {
  name: string;
  note?: string;
  tone?: string;
  children: ReactNode;
}

function Figure({ name, note, tone = '', children }: FigureProps) {
  return (
    <div className="bg-surface px-4 py-3 last:col-span-2 sm:last:col-span-1">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="mt-0.5 flex items-baseline gap-2 text-lg font-semibold tabular-nums">
        <span className={tone}>{children}</span>
        {note ? <span className="text-xs font-normal text-muted">{note}</span> : null}
      </dd>
    </div>
  );
}
