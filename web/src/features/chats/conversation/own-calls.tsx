import { Link } from '@tanstack/react-router';
import { Badge } from '@/components/badge';
import { duration } from '@/components/moment';
import { StatusBadge } from '@/components/status-badge';
import type { CallSummary } from '../queries';
import { MessageFoot } from './message-foot';
import type { MessageProps } from './message-row';

/** Calls that no model asked for: a person's, a schedule's, another client's. */
export function OwnCalls({ step, context, calls }: MessageProps & { calls: readonly CallSummary[] }) {
  // What a worker called stands below the call that handed it the work, on that call's page.
  const own = calls.filter(({ parent_id }) => !parent_id);
  return (
    <article aria-label="Tool call">
      <ul className="flex flex-col gap-1.5">
        {(own.length > 0 ? own : calls).map((call) => (
          <CallLine key={call.id} call={call} />
        ))}
      </ul>
      <MessageFoot step={step} context={context} />
    </article>
  );
}

function CallLine({ call }: { call: CallSummary }) {
  const { added, modified, removed } = call.changes;
  return (
    <li>
      <Link
        to="/calls/$callId"
        params={{ callId: call.id }}
        title={call.rule}
        className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface px-3 py-2 text-sm hover:bg-sunken"
      >
        <StatusBadge status={call.status} />
        <code className="font-medium">{call.tool_id}</code>
        <span className="min-w-0 flex-1 truncate text-muted">{call.args_preview}</span>
        {added + modified + removed > 0 ? (
          <Badge title="files added, modified, removed">
            +{added} ~{modified} −{removed}
          </Badge>
        ) : null}
        {call.duration_ms == null ? null : <span className="text-muted">{duration(call.duration_ms)}</span>}
      </Link>
    </li>
  );
}
