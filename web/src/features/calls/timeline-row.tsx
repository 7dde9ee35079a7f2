import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { duration } from '@/components/moment';
import { ChangeCounts } from './change-counts';
import { timeOfDay } from './rows';
import { StatusIcon } from './status-icon';
import type { CallSummary } from './timeline';
import { ToolName } from './tool-name';

/** Ids of the links, so that keys can move the focus. */
export function rowId(callId: string): string {
  return `call-${callId}`;
}

interface Props {
  call: CallSummary;
  /** Where it stands among all calls that are there, from 1. */
  position: number;
  of: number;
  /** Pixels from the top of the list, for a row apart from those in sight. */
  top: number | undefined;
}

/** One call in a line; on a phone in two. */
export const TimelineRow = memo(function TimelineRow({ call, position, of, top }: Props) {
  return (
    <li
      aria-posinset={position}
      aria-setsize={of}
      className="inset-x-0 h-[58px] border-b border-line/70 md:h-10"
      style={top === undefined ? undefined : { position: 'absolute', top }}
    >
      <Link
        id={rowId(call.id)}
        to="/calls/$callId"
        params={{ callId: call.id }}
        preload={false}
        className="grid h-full grid-cols-[1.25rem_minmax(0,1fr)_auto] content-center items-center gap-x-3 gap-y-0.5 px-3 -outline-offset-2 hover:bg-sunken focus-visible:bg-accent-soft md:grid-cols-[1.25rem_minmax(0,15rem)_minmax(0,1fr)_auto_4.5rem_5.5rem] xl:grid-cols-[1.25rem_minmax(0,15rem)_minmax(0,1fr)_13rem_5rem_4.5rem_5.5rem]"
      >
        <StatusIcon status={call.status} />
        <ToolName id={call.tool_id} className="truncate" />
        <Gist call={call} />
        <span
          title={call.rule}
          className="col-start-4 row-start-1 hidden truncate text-xs text-muted xl:block"
        >
          {call.rule}
        </span>
        <ChangeCounts changes={call.changes} className="col-start-4 hidden md:flex xl:col-start-5" />
        <span className="col-start-3 row-start-2 text-right text-xs text-muted tabular-nums md:col-start-5 md:row-start-1 xl:col-start-6">
          {call.duration_ms == null ? '' : duration(call.duration_ms)}
        </span>
        <time
          dateTime={call.created_at}
          title={call.created_at}
          className="col-start-3 row-start-1 text-right text-xs text-muted tabular-nums md:col-start-6 xl:col-start-7"
        >
          {timeOfDay(call.created_at)}
        </time>
      </Link>
    </li>
  );
});

/** What it was asked with, or why it has no result. */
function Gist({ call }: { call: CallSummary }) {
  const place = 'col-start-2 row-start-2 truncate text-xs md:col-start-3 md:row-start-1';
  if (call.error) return <span className={`${place} text-bad`}>{call.error.message}</span>;
  return <span className={`${place} font-mono text-muted`}>{call.args_preview}</span>;
}
