import { Link } from '@tanstack/react-router';
import { Card } from '@/components/card';
import { Moment } from '@/components/moment';
import { failureWords } from '@/features/calls';
import type { Stats } from './queries';

/** What went wrong: how often each way, and the last times. */
export function FailuresCard({ stats }: { stats: Stats }) {
  const { by_failure, last_failures } = stats;
  const most = Math.max(1, ...by_failure.map(({ count }) => count));
  return (
    <Card title="Failures">
      {by_failure.length === 0 ? (
        <p className="text-sm text-muted">None of its calls failed.</p>
      ) : (
        <div className="grid gap-6 lg:grid-cols-2">
          <ul aria-label="Failures by kind" className="flex flex-col gap-3 text-sm">
            {by_failure.map(({ kind, count }) => (
              <li key={kind}>
                <p className="flex items-baseline justify-between gap-3">
                  <span className="min-w-0 break-words">{failureWords[kind] ?? kind}</span>
                  <span className="tabular-nums">{count.toLocaleString('en')}</span>
                </p>
                <span aria-hidden className="mt-1 block h-1.5 rounded-full bg-sunken">
                  <span
                    className="block h-full rounded-full bg-bad"
                    style={{ width: `${(count / most) * 100}%` }}
                  />
                </span>
              </li>
            ))}
          </ul>
          <ul aria-label="Last failures" className="divide-y divide-line text-sm">
            {last_failures.map(({ call_id, at, kind, message }) => (
              <li key={call_id}>
                <Link
                  to="/calls/$callId"
                  params={{ callId: call_id }}
                  className="flex items-baseline justify-between gap-3 py-1.5 hover:bg-sunken"
                >
                  <span className="line-clamp-2 min-w-0 break-words">
                    <code className="text-xs text-muted">{kind}</code> {message}
                  </span>
                  <span className="shrink-0 text-xs text-muted">
                    <Moment at={at} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  );
}
