import { Hourglass } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Schemas } from '@/api/client';
import { usePageKeys } from '@/app/page-keys';
import { Sentence } from '@/components/sentence';
import { ApprovalForm } from './approval-form';
import { DenyDialog } from './deny-dialog';
import { approvableEffect } from './effect';
import { useCallActions } from './queries';
import type { Remember } from './remember-choice';

/** Asks a person to decide, and says what each decision means. */
export function PendingNote({ call }: { call: Schemas['Call'] }) {
  const { approve, deny } = useCallActions(call.id);
  const [denying, setDenying] = useState(false);
  const [remember, setRemember] = useState<Remember>('once');
  const { mutate, isPending } = approve;
  const seen = approvableEffect(call);
  usePageKeys(
    useMemo(
      () => [
        {
          key: 'a',
          what: 'Approve this call',
          run: () => (isPending ? undefined : mutate({ remember, effect: seen })),
        },
        { key: 'd', what: 'Deny this call', run: () => setDenying(true) },
      ],
      [mutate, isPending, remember, seen],
    ),
  );
  return (
    <section
      aria-label="Approval"
      className="flex flex-col gap-3 rounded-lg border border-line bg-warn-soft p-4"
    >
      <div className="flex gap-3 text-sm">
        <Hourglass aria-hidden size={17} className="mt-0.5 shrink-0 text-warn" />
        <div>
          <p className="font-semibold">
            Nothing has run yet: <Sentence text={call.rule} />.
          </p>
          <p className="mt-1">
            Approved, it runs at once with exactly the arguments below. That cannot be taken back; only what
            it does to the workspace can.
          </p>
        </div>
      </div>
      <ApprovalForm
        call={call}
        remember={remember}
        onRemember={setRemember}
        busy={isPending}
        refused={approve.isError ? { effect: approve.variables.effect, error: approve.error } : null}
        onApprove={(effect) => mutate({ remember, effect })}
        onDeny={() => setDenying(true)}
      />
      {denying ? (
        <DenyDialog
          tools={[call.tool_id]}
          busy={deny.isPending}
          problem={deny.error}
          onClose={() => setDenying(false)}
          onDeny={(reason) => deny.mutate(reason, { onSuccess: () => setDenying(false) })}
        />
      ) : null}
    </section>
  );
}
