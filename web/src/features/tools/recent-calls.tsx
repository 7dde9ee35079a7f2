import { Link } from '@tanstack/react-router';
import type { Schemas } from '@/api/client';
import { Card } from '@/components/card';
import { duration, Moment } from '@/components/moment';
import { ProblemNote } from '@/components/problem-note';
import { SkeletonRows } from '@/components/skeleton';
import { StatusBadge } from '@/components/status-badge';
import { useRecentCalls } from './queries';

/** The tool's latest calls, whoever made them. */
export function RecentCalls({ toolId }: { toolId: string }) {
  const calls = useRecentCalls(toolId);
  return (
    <Card
      title="Recent calls"
      actions={
        <Link to="/calls" search={{ tool: toolId }} className="text-sm text-accent hover:underline">
          All its calls
        </Link>
      }
    >
      {calls.isPending ? <SkeletonRows count={3} /> : null}
      {calls.isError ? <ProblemNote error={calls.error} retry={() => void calls.refetch()} /> : null}
      {calls.data?.length === 0 ? (
        <p className="text-sm text-muted">
          Nobody has called this tool yet. Its calls are kept here, each with its result.
        </p>
      ) : null}
      {calls.data && calls.data.length > 0 ? (
        <ul className="-m-4 divide-y divide-line">
          {calls.data.map((call) => (
            <CallLine key={call.id} call={call} />
          ))}
        </ul>
      ) : null}
    </Card>
  );
}

function CallLine({ call }: { call: Schemas['CallSummary'] }) {
  const { added, modified, removed } = call.changes;
  const changed = added + modified + removed;
  return (
    <li>
      <Link
        to="/calls/$callId"
        params={{ callId: call.id }}
        className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5 text-sm hover:bg-sunken"
      >
        <StatusBadge status={call.status} />
        <code className="min-w-0 flex-1 basis-40 truncate text-xs text-muted">{call.args_preview}</code>
        <span className="text-xs text-muted tabular-nums">
          {[
            changed > 0 ? `${changed} ${changed === 1 ? 'file' : 'files'}` : '',
            typeof call.duration_ms === 'number' ? duration(call.duration_ms) : '',
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
        <span className="text-xs text-muted sm:w-24 sm:text-right">
          <Moment at={call.created_at} />
        </span>
      </Link>
    </li>
  );
}
