import { Link } from '@tanstack/react-router';
import { ArrowUpRight } from 'lucide-react';
import type { Schemas } from '@/api/client';
import { ProblemNote } from '@/components/problem-note';
import { Skeleton } from '@/components/skeleton';
import { ArgumentsView, failureWords, PrintedText, useCall } from '@/features/calls';
import { RenderedResult } from '@/features/renderers';

/** What came of a call, as its tool wants it shown. */
export function CallBody({ callId }: { callId: string }) {
  const call = useCall(callId);
  if (call.data) return <Loaded call={call.data} />;
  if (call.isError) return <ProblemNote error={call.error} retry={() => void call.refetch()} />;
  return <Skeleton className="h-16 w-full" />;
}

function Loaded({ call }: { call: Schemas['Call'] }) {
  return (
    <div className="flex min-w-0 flex-col gap-3 text-sm">
      {call.error ? <Failure error={call.error} /> : <RenderedResult call={call} />}
      <details>
        <summary className="cursor-pointer text-muted">Arguments</summary>
        <div className="mt-2">
          <ArgumentsView args={call.args} label="Arguments" />
        </div>
      </details>
      <Link
        to="/calls/$callId"
        params={{ callId: call.id }}
        className="inline-flex items-center gap-1 self-start text-accent hover:underline"
      >
        All about this call
        <ArrowUpRight aria-hidden size={14} />
      </Link>
    </div>
  );
}

function Failure({ error }: { error: Schemas['ToolFailure'] }) {
  return (
    <div>
      <p className="font-medium break-words whitespace-pre-wrap text-bad">{error.message}</p>
      <p className="mt-1 text-muted">{failureWords[error.kind]}</p>
      {error.detail ? (
        <details className="mt-2">
          <summary className="cursor-pointer text-muted">Detail</summary>
          <div className="mt-2">
            <PrintedText text={error.detail} label="Detail" />
          </div>
        </details>
      ) : null}
    </div>
  );
}
