import { useState } from 'react';
import type { Schemas } from '@/api/client';
import { ScopeNote, useAllowed } from '@/app/session';
import { ProblemNote } from '@/components/problem-note';
import { Skeleton } from '@/components/skeleton';
import {
  ApprovalForm,
  ArgumentsView,
  DecisionLine,
  DenyDialog,
  type Remember,
  useCall,
  useCallActions,
} from '@/features/calls';
import { CallBody } from './call-body';

interface Props {
  callId: string;
  /** Decides in the stream; `false` where that is the record's to do. */
  onDecide: (callId: string, approved: boolean, reason?: string) => boolean;
}

/** A call that waits: what is asked and why, and the ways to decide about it. */
export function PendingCall({ callId, onDecide }: Props) {
  const call = useCall(callId);
  if (call.isError) return <ProblemNote error={call.error} retry={() => void call.refetch()} />;
  if (!call.data) return <Skeleton className="h-24 w-full" />;
  // Somebody else decided, and the reply has not said so yet.
  if (call.data.status !== 'pending') return <CallBody callId={callId} />;
  return <Asked call={call.data} onDecide={onDecide} />;
}

function Asked({ call, onDecide }: { call: Schemas['Call'] } & Pick<Props, 'onDecide'>) {
  const allowed = useAllowed('admin');
  return (
    <div className="flex flex-col gap-3 text-sm">
      <DecisionLine call={call} />
      <ArgumentsView args={call.args} label="Arguments" />
      {allowed === 'refused' ? (
        <ScopeNote needed="admin">Somebody else has to decide about this call.</ScopeNote>
      ) : (
        <Deciding call={call} onDecide={onDecide} />
      )}
    </div>
  );
}

/** A plain yes or no goes with the stream; what says more than that is recorded first, and the reply goes on by itself. */
function Deciding({ call, onDecide }: { call: Schemas['Call'] } & Pick<Props, 'onDecide'>) {
  const { approve, deny } = useCallActions(call.id);
  const [remember, setRemember] = useState<Remember>('once');
  const [denying, setDenying] = useState(false);
  const yes = (effect: string | null) => {
    const plain = remember === 'once' && effect === null;
    if (plain && onDecide(call.id, true)) return;
    approve.mutate({ remember, effect });
  };
  const no = (reason: string) => {
    if (onDecide(call.id, false, reason)) setDenying(false);
    else deny.mutate(reason, { onSuccess: () => setDenying(false) });
  };
  return (
    <>
      <ApprovalForm
        call={call}
        remember={remember}
        onRemember={setRemember}
        busy={approve.isPending}
        refused={approve.isError ? { effect: approve.variables.effect, error: approve.error } : null}
        onApprove={yes}
        onDeny={() => setDenying(true)}
      />
      {denying ? (
        <DenyDialog
          tools={[call.tool_id]}
          busy={deny.isPending}
          problem={deny.error}
          onClose={() => setDenying(false)}
          onDeny={no}
        />
      ) : null}
    </>
  );
}
