import { CheckCheck, Hourglass, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Schemas } from '@/api/client';
import { usePageKeys } from '@/app/page-keys';
import { Button } from '@/components/button';
import { ProblemNote } from '@/components/problem-note';
import { Sentence } from '@/components/sentence';
import { DenyDialog } from './deny-dialog';
import { useCallActions } from './queries';
import { type Remember, RememberChoice, RememberNote } from './remember-choice';

/** Asks a person to decide, and says what each decision means. */
export function PendingNote({ call }: { call: Schemas['Call'] }) {
  const { approve, deny } = useCallActions(call.id);
  const [denying, setDenying] = useState(false);
  const [remember, setRemember] = useState<Remember>('once');
  const { mutate, isPending } = approve;
  usePageKeys(
    useMemo(
      () => [
        { key: 'a', what: 'Approve this call', run: () => (isPending ? undefined : mutate(remember)) },
        { key: 'd', what: 'Deny this call', run: () => setDenying(true) },
      ],
      [mutate, isPending, remember],
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
      <RememberNote value={remember} />
      <div className="flex flex-wrap items-center gap-2">
        <Button look="primary" icon={CheckCheck} busy={isPending} onClick={() => mutate(remember)}>
          Approve and run
        </Button>
        <Button look="danger" icon={X} disabled={isPending} onClick={() => setDenying(true)}>
          Deny…
        </Button>
        <span className="ml-auto">
          <RememberChoice value={remember} onChange={setRemember} disabled={isPending} />
        </span>
      </div>
      {approve.isError ? <ProblemNote error={approve.error} /> : null}
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
