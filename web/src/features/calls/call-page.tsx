import { Link, useParams } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import type { Schemas } from '@/api/client';
import { NotThere } from '@/components/not-there';
import { Page } from '@/components/page';
import { Skeleton } from '@/components/skeleton';
import { StatusBadge } from '@/components/status-badge';
import { ArgumentsCard } from './arguments-card';
import { Asker } from './asker';
import { CallActions } from './call-actions';
import { CallFacts } from './call-facts';
import { ChangeCard } from './change-card';
import { LogCard } from './log-card';
import { PendingNote } from './pending-note';
import { useCall } from './queries';
import { ResultCard } from './result-card';
import { RunningNote } from './running-note';

export function CallPage() {
  const { callId } = useParams({ from: '/calls/$callId' });
  const call = useCall(callId);
  if (call.data) return <Loaded key={callId} call={call.data} />;
  return (
    <Page title="Call" trail={<Trail />}>
      {call.isError ? (
        <NotThere error={call.error} what="call" retry={() => void call.refetch()}>
          It may be of another Pegboard. All calls that were made here stay under{' '}
          <Link to="/calls" className="text-accent underline">
            Calls
          </Link>
          .
        </NotThere>
      ) : (
        <Waiting />
      )}
    </Page>
  );
}

function Trail() {
  return (
    <nav aria-label="Where this is">
      <Link to="/calls" className="inline-flex items-center gap-1 hover:text-ink hover:underline">
        Calls
        <ChevronRight aria-hidden size={13} />
      </Link>
    </nav>
  );
}

function Waiting() {
  return (
    <div role="status" aria-label="Loading" className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="flex flex-col gap-5">
        <Skeleton className="h-28" />
        <Skeleton className="h-64" />
      </div>
      <Skeleton className="h-80" />
    </div>
  );
}

function Loaded({ call }: { call: Schemas['Call'] }) {
  return (
    <Page
      title={call.tool_id}
      trail={<Trail />}
      about={<Heading call={call} />}
      actions={<CallActions call={call} />}
    >
      {call.status === 'pending' ? <PendingNote call={call} /> : null}
      {call.status === 'running' ? <RunningNote call={call} /> : null}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <ResultCard call={call} />
          <ArgumentsCard args={call.args} />
          <LogCard call={call} />
          <ChangeCard call={call} />
        </div>
        <CallFacts call={call} />
      </div>
    </Page>
  );
}

function Heading({ call }: { call: Schemas['Call'] }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <StatusBadge status={call.status} />
      <span>
        <Asker call={call} />
      </span>
    </span>
  );
}
