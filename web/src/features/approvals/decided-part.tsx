import { Link } from '@tanstack/react-router';
import { Ban, CheckCheck } from 'lucide-react';
import type { Schemas } from '@/api/client';
import { duration } from '@/components/moment';
import { StatusBadge } from '@/components/status-badge';
import { DecisionLine, PrintedText, useLiveLog } from '@/features/calls';
import { RenderedResult } from '@/features/renderers';
import type { Decision } from './inbox';
import { useDecidedCall } from './queries';

/** What came of a decision, in the place where it was made. */
export function DecidedPart({ decision }: { decision: Decision }) {
  if (decision.verdict === 'denied') {
    return (
      <p className="flex items-center gap-2 text-sm">
        <Ban aria-hidden size={16} className="text-bad" />
        {decision.state === 'sent' ? 'Denying it.' : 'Denied. Nothing ran.'}
      </p>
    );
  }
  return <Approved id={decision.call.id} />;
}

function Approved({ id }: { id: string }) {
  const { data: call } = useDecidedCall(id);
  const log = useLiveLog(id);
  return (
    <>
      <p role="status" className="flex flex-wrap items-center gap-2 text-sm">
        <CheckCheck aria-hidden size={16} className="text-good" />
        Approved.
        {call === undefined || call.status === 'pending' ? (
          ' It is its turn soon.'
        ) : (
          <StatusBadge status={call.status} />
        )}
        {call?.duration_ms == null ? null : (
          <span className="text-muted">in {duration(call.duration_ms)}</span>
        )}
        <Link to="/calls/$callId" params={{ callId: id }} className="text-accent underline">
          Open the call
        </Link>
      </p>
      {call && call.status !== 'pending' ? (
        <p className="text-sm">
          <DecisionLine call={call} />
        </p>
      ) : null}
      {call?.status === 'running' && log ? <PrintedText text={log} label="Log" follow /> : null}
      {call ? <End call={call} /> : null}
    </>
  );
}

function End({ call }: { call: Schemas['Call'] }) {
  if (call.status === 'success') return <RenderedResult call={call} />;
  if (call.status !== 'error' || !call.error) return null;
  return <p className="text-sm break-words whitespace-pre-wrap text-bad">{call.error.message}</p>;
}
