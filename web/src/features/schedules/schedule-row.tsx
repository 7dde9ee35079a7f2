import { Link } from '@tanstack/react-router';
import { callStatuses } from '@/app/search';
import { Badge } from '@/components/badge';
import { classNames } from '@/components/class-names';
import { Moment } from '@/components/moment';
import { StatusBadge } from '@/components/status-badge';
import type { Schedule } from './queries';
import { ScheduleActions } from './schedule-actions';

/** One tool that runs by itself: when, when last and when next, and the ways to change that. */
export function ScheduleRow({ schedule }: { schedule: Schedule }) {
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3.5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
          <Link
            to="/tools/$toolId"
            params={{ toolId: schedule.tool_id }}
            className={classNames('font-semibold hover:underline', !schedule.enabled && 'text-muted')}
          >
            {schedule.name}
          </Link>
          <code className="text-xs break-all text-muted">{schedule.tool_id}</code>
        </p>
        <ScheduleTimes schedule={schedule} />
      </div>
      <ScheduleActions schedule={schedule} />
    </li>
  );
}

/** When it runs, and its last and next run. */
export function ScheduleTimes({ schedule }: { schedule: Schedule }) {
  const { description, schedule: text, timezone, enabled, next_run_at, last_run_at } = schedule;
  return (
    <>
      <p className="mt-0.5 text-sm">
        {description || text}{' '}
        <code className="text-xs text-muted">
          {text}
          {timezone ? ` ${timezone}` : ''}
        </code>
        {schedule.said_by === 'person' ? (
          <>
            {' '}
            <Badge title="Said here, not in the tool’s manifest">own times</Badge>
          </>
        ) : null}
      </p>
      <dl className="mt-1 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        <div className="flex gap-1">
          <dt>Next run</dt>
          <dd>{enabled ? next_run_at ? <Moment at={next_run_at} /> : 'never' : 'not while it is off'}</dd>
        </div>
        <div className="flex flex-wrap items-center gap-1">
          <dt>Last run</dt>
          <dd className="flex flex-wrap items-center gap-1.5">
            {last_run_at ? <Moment at={last_run_at} /> : 'never yet'}
            <LastRun schedule={schedule} />
          </dd>
        </div>
      </dl>
    </>
  );
}

/** How the last run stands. */
function LastRun({ schedule: { last_call_id, last_status, last_error } }: { schedule: Schedule }) {
  if (last_status === 'refused') {
    return (
      <>
        <Badge tone="bad">refused</Badge>
        {last_error ? <span className="min-w-0 break-words text-bad">{last_error}</span> : null}
      </>
    );
  }
  if (last_status === 'waiting') return <Badge tone="accent">waits for its turn</Badge>;
  if (!last_call_id) return null;
  return (
    <Link to="/calls/$callId" params={{ callId: last_call_id }}>
      {isCallStatus(last_status) ? <StatusBadge status={last_status} /> : 'call'}
      <span className="sr-only">, the call of the last run</span>
    </Link>
  );
}

function isCallStatus(word: string | null | undefined): word is (typeof callStatuses)[number] {
  return callStatuses.some((status) => status === word);
}
