import { Link } from '@tanstack/react-router';
import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import type { Schemas } from '@/api/client';
import { Empty } from '@/components/empty';
import { Page } from '@/components/page';
import { ProblemNote } from '@/components/problem-note';
import { SkeletonRows } from '@/components/skeleton';
import { DenyDialog } from '@/features/calls';
import { ApproveAll } from './approve-all';
import { BulkBar } from './bulk-bar';
import { EntryCard } from './entry-card';
import { isOpen } from './inbox';
import { useEntryKeys } from './use-entry-keys';
import { useInbox } from './use-inbox';

type Call = Schemas['Call'];

export function ApprovalsPage() {
  const { waiting, entries, approve, deny, clear, reachOf, setReach } = useInbox();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [approving, setApproving] = useState<readonly Call[] | null>(null);
  const [denying, setDenying] = useState<readonly Call[] | null>(null);
  const toggle = (id: string) => setChosen((was) => toggled(was, id));
  const { onDecided } = useEntryKeys(entries, { approve, askToDeny: setDenying, toggle });
  const open = entries.filter(isOpen);
  const decide = (work: () => void, calls: readonly Call[]) => {
    work();
    setChosen((was) => new Set([...was].filter((id) => !calls.some((call) => call.id === id))));
    onDecided(calls);
  };

  return (
    <Page
      title="Approvals"
      about="Calls that wait for a person, oldest first. An approved call runs at once and cannot be called back; its change of the workspace can be undone there, what it did elsewhere cannot."
    >
      {waiting.isPending ? <SkeletonRows count={3} /> : null}
      {waiting.isError ? <ProblemNote error={waiting.error} retry={() => void waiting.refetch()} /> : null}
      {waiting.data && entries.length === 0 ? <NothingWaits /> : null}
      {entries.length > 0 ? (
        <>
          <BulkBar
            entries={entries}
            chosen={chosen}
            onApprove={setApproving}
            onDeny={setDenying}
            onClear={clear}
          />
          <ul className="flex flex-col gap-4">
            {entries.map((entry, index) => (
              <EntryCard
                key={entry.call.id}
                entry={entry}
                position={index + 1}
                chosen={chosen.has(entry.call.id)}
                choosable={open.length > 1}
                onChoose={() => toggle(entry.call.id)}
                remember={reachOf(entry.call.id)}
                onRemember={(remember) => setReach(entry.call.id, remember)}
                onApprove={(effect) => decide(() => approve([entry.call], effect), [entry.call])}
                onDeny={() => setDenying([entry.call])}
              />
            ))}
          </ul>
        </>
      ) : null}
      {approving ? (
        <ApproveAll
          calls={approving}
          onClose={() => setApproving(null)}
          onApprove={() => {
            decide(() => approve(approving), approving);
            setApproving(null);
          }}
        />
      ) : null}
      {denying ? (
        <DenyDialog
          tools={denying.map((call) => call.tool_id)}
          busy={false}
          problem={null}
          onClose={() => setDenying(null)}
          onDeny={(reason) => {
            decide(() => deny(denying, reason), denying);
            setDenying(null);
          }}
        />
      ) : null}
    </Page>
  );
}

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
}

function NothingWaits() {
  return (
    <Empty icon={CheckCheck} title="Nothing waits for you">
      <p>
        A call waits here when its tool asks for confirmation: because the toolset says so (
        <code>requires_confirmation: true</code> in <code>toolset.yaml</code>), because it comes from
        elsewhere, or because you want to be asked.
      </p>
      <p className="mt-2">
        To be asked, open a tool under{' '}
        <Link to="/tools" className="text-accent underline">
          Tools
        </Link>{' '}
        and switch on its confirmation.
      </p>
    </Empty>
  );
}
