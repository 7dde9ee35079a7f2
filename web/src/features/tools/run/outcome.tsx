import { Link } from '@tanstack/react-router';
import { Hand, History, SquareArrowOutUpRight } from 'lucide-react';
import type { Schemas } from '@/api/client';
import { Card } from '@/components/card';
import { LinkButton } from '@/components/link-button';
import { duration } from '@/components/moment';
import { ProblemNote } from '@/components/problem-note';
import { Skeleton } from '@/components/skeleton';
import { StatusBadge } from '@/components/status-badge';
import { RenderedResult } from '@/features/renderers';
import { useCall } from '../queries';
import { ChangedFiles } from './changed-files';

type Call = Schemas['Call'];

/** What a run came to, as its record says. A call that waits for a person goes on here when it was seen. */
export function Outcome({ callId }: { callId: string }) {
  const { data: call, error, refetch } = useCall(callId);
  if (error && !call) return <ProblemNote error={error} retry={() => void refetch()} />;
  if (!call) return <Skeleton className="h-40 w-full" />;
  return (
    <Card title={<Title call={call} />} actions={<Ways call={call} />}>
      <div className="flex flex-col gap-4">
        {call.status === 'pending' ? <Waiting call={call} /> : null}
        {call.status === 'running' ? <p className="text-sm text-muted">The call runs.</p> : null}
        {call.status === 'success' || call.status === 'error' ? <RenderedResult call={call} /> : null}
        <ChangedFiles call={call} />
        {call.warnings.length > 0 ? (
          <ul className="list-disc rounded-md bg-warn-soft py-2 pr-3 pl-8 text-sm text-ink">
            {call.warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        ) : null}
        {call.log ? <Printed log={call.log} /> : null}
      </div>
    </Card>
  );
}

function Title({ call }: { call: Call }) {
  return (
    <span role="status" className="flex items-center gap-2">
      Result
      <StatusBadge status={call.status} />
      {typeof call.duration_ms === 'number' ? (
        <span className="text-xs font-normal text-muted tabular-nums">{duration(call.duration_ms)}</span>
      ) : null}
    </span>
  );
}

function Ways({ call }: { call: Call }) {
  return (
    <>
      <LinkButton icon={History} to="/calls/$callId" params={{ callId: call.id }}>
        Open the call
      </LinkButton>
      <LinkButton
        icon={SquareArrowOutUpRight}
        to="/chats/$chatId/workspace"
        params={{ chatId: call.chat_id }}
        search={{}}
      >
        Workspace
      </LinkButton>
    </>
  );
}

function Waiting({ call }: { call: Call }) {
  return (
    <div className="flex gap-3 rounded-lg bg-warn-soft p-4 text-sm">
      <Hand aria-hidden size={18} className="mt-0.5 shrink-0 text-warn" />
      <p>
        A person must approve this call before it runs: {call.rule}.{' '}
        <Link to="/approvals" className="font-medium text-accent underline">
          Go to the approvals
        </Link>
        . What comes of it shows here.
      </p>
    </div>
  );
}

function Printed({ log }: { log: string }) {
  return (
    <details>
      <summary className="cursor-pointer text-sm font-medium">What the tool printed</summary>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        tabIndex={0}
        className="mt-2 max-h-72 overflow-auto rounded-md border border-line bg-sunken p-3 font-mono text-xs whitespace-pre-wrap"
      >
        {log}
      </pre>
    </details>
  );
}
