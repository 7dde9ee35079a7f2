import { CheckCheck, Eye, History, X } from 'lucide-react';
import type { Schemas } from '@/api/client';
import { Button } from '@/components/button';
import { ProblemNote } from '@/components/problem-note';
import { Progress } from '@/components/progress';
import { approvableEffect, isStale, type RefusedApproval, standingProblem } from './effect';
import { EffectView } from './effect-view';
import { usePreviewEffect } from './queries';
import { type Remember, RememberChoice, RememberNote } from './remember-choice';

interface Props {
  call: Schemas['Call'];
  remember: Remember;
  onRemember: (remember: Remember) => void;
  busy?: boolean;
  /** The last yes that the server did not take. */
  refused: RefusedApproval | null;
  /** With the effect that was seen, or `null` to run the call. */
  onApprove: (effect: string | null) => void;
  onDeny: () => void;
}

/** The ways to decide about a call: look at its effect first, take that over, run it, or turn it down. */
export function ApprovalForm(props: Props) {
  const { call, remember, onRemember, busy = false, refused, onApprove, onDeny } = props;
  const preview = usePreviewEffect(call.id);
  const stale = isStale(call, refused);
  const effect = stale ? null : approvableEffect(call);
  const problem = preview.error ?? standingProblem(call, refused);
  return (
    <>
      {stale ? <StaleNote /> : null}
      {problem ? <ProblemNote error={problem} /> : null}
      {preview.isPending ? <Previewing /> : null}
      {call.effect && !stale && !preview.isPending ? (
        <EffectView chatId={call.chat_id} effect={call.effect} />
      ) : null}
      <RememberNote value={remember} />
      <div className="flex flex-wrap items-center gap-2">
        {effect ? (
          <Button
            look="primary"
            icon={CheckCheck}
            busy={busy}
            disabled={preview.isPending}
            onClick={() => onApprove(effect)}
          >
            Approve this change
          </Button>
        ) : null}
        <Button
          look={effect ? 'plain' : 'primary'}
          {...(effect ? {} : { icon: CheckCheck })}
          busy={busy}
          onClick={() => onApprove(null)}
        >
          {effect ? 'Run it anew instead' : 'Approve and run'}
        </Button>
        {call.previewable ? (
          <Button
            icon={call.effect ? History : Eye}
            busy={preview.isPending}
            disabled={busy}
            onClick={() => preview.mutate()}
          >
            {call.effect ? 'Preview again' : 'Preview effect'}
          </Button>
        ) : null}
        <Button look="danger" icon={X} disabled={busy} onClick={onDeny}>
          Deny…
        </Button>
        <span className="ml-auto">
          <RememberChoice value={remember} onChange={onRemember} disabled={busy} />
        </span>
      </div>
      {effect ? (
        <p className="text-xs text-muted">
          Approving this change makes exactly these files the chat’s next state; the tool does not run again.
        </p>
      ) : null}
    </>
  );
}

function Previewing() {
  return (
    <div role="status" className="flex flex-col gap-2 text-sm">
      It runs in a copy of the workspace, without a network. Nothing of it counts yet.
      <Progress label="Previewing the effect" />
    </div>
  );
}

function StaleNote() {
  return (
    <div role="alert" className="rounded-md border border-line bg-warn-soft p-3 text-sm">
      <p className="font-semibold">The workspace changed since you looked, so nothing was done</p>
      <p className="mt-1">Preview the effect again to see what it would do to the files as they are now.</p>
    </div>
  );
}
