import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, GitBranch } from 'lucide-react';
import { Badge } from '@/components/badge';
import { IconButton } from '@/components/button';
import { duration, Moment } from '@/components/moment';
import { StatusBadge } from '@/components/status-badge';
import type { Step } from './branches';
import { textOf } from './parts';
import type { CallSummary, Message } from './queries';

interface Props {
  step: Step<Message>;
  calls: readonly CallSummary[];
  busy: boolean;
  onGoTo: (message: string) => void;
}

const speakers: Record<string, string> = {
  user: 'You',
  assistant: 'Assistant',
  system: 'System',
  tool: 'Tool call',
};

/** One message with its calls, and the other branches that begin beside it. */
export function MessageRow({ step, calls, busy, onGoTo }: Props) {
  const { message, siblings } = step;
  const text = textOf(message.content);
  return (
    <article className="rounded-lg border border-line bg-surface px-4 py-3">
      <header className="flex flex-wrap items-center justify-between gap-2 text-sm">
        <span className="font-medium">{speakers[message.role] ?? message.role}</span>
        <span className="flex items-center gap-2 text-muted">
          {siblings.length > 1 ? <Branch step={step} busy={busy} onGoTo={onGoTo} /> : null}
          {message.manifest_id ? (
            <Link
              to="/chats/$chatId/workspace"
              params={{ chatId: message.chat_id }}
              search={{ manifest: message.manifest_id }}
              className="underline"
            >
              files then
            </Link>
          ) : null}
          <Moment at={message.created_at} />
        </span>
      </header>
      {text ? <p className="mt-1 text-sm whitespace-pre-wrap break-words">{text}</p> : null}
      {calls.length > 0 ? (
        <ul className="mt-2 flex flex-col gap-1.5">
          {calls.map((call) => (
            <CallLine key={call.id} call={call} />
          ))}
        </ul>
      ) : null}
    </article>
  );
}

function Branch({ step, busy, onGoTo }: Omit<Props, 'calls'>) {
  const { siblings, index } = step;
  const before = siblings[index - 1];
  const after = siblings[index + 1];
  return (
    <fieldset className="flex items-center" disabled={busy}>
      <legend className="sr-only">Branches</legend>
      <GitBranch aria-hidden size={14} className="mr-1" />
      <IconButton
        icon={ChevronLeft}
        label="Earlier branch"
        className="size-7"
        disabled={!before}
        onClick={() => before && onGoTo(before.id)}
      />
      <span className="tabular-nums">
        {index + 1} of {siblings.length}
      </span>
      <IconButton
        icon={ChevronRight}
        label="Later branch"
        className="size-7"
        disabled={!after}
        onClick={() => after && onGoTo(after.id)}
      />
    </fieldset>
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
        className="flex flex-wrap items-center gap-2 rounded-md border border-line bg-canvas px-3 py-2 text-sm hover:bg-sunken"
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
