import { useState } from 'react';
import { usePolicy } from '@/app/house-policy';
import { ScopeNote, useAllowed } from '@/app/session';
import { LeaveGuard } from '@/components/leave-guard';
import { Page } from '@/components/page';
import { ProblemNote } from '@/components/problem-note';
import { SkeletonRows } from '@/components/skeleton';
import { GrantsCard } from './grants-card';
import { KillSwitchControl } from './kill-switch-control';
import { OrderNote } from './order-note';
import { RulesCard } from './rules-card';
import { TryBox } from './try-box';

/** What may run, what asks, what never runs: the house's rules, what people granted, and the kill switch. */
export function PolicyPage() {
  const policy = usePolicy();
  const refused = useAllowed('admin') === 'refused';
  const [draft, setDraft] = useState<string | null>(null);
  const changed = draft !== null && draft !== policy.data?.text;
  return (
    <Page
      title="Policy"
      about="Every call is judged before it runs, whoever makes it: it runs, it asks a person first, or it is blocked."
      actions={<KillSwitchControl />}
    >
      {policy.isPending ? <SkeletonRows count={4} /> : null}
      {policy.isError ? <ProblemNote error={policy.error} retry={() => void policy.refetch()} /> : null}
      <LeaveGuard active={changed} what="the rules" keptBy="address" />
      {policy.data ? (
        <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <div className="flex min-w-0 flex-col gap-5">
            <RulesCard kept={policy.data.text} draft={draft} onDraft={setDraft} />
            <OrderNote />
          </div>
          {refused ? (
            <ScopeNote needed="admin">
              Changing the rules and trying them out is for the house’s owner.
            </ScopeNote>
          ) : (
            <TryBox draft={changed ? draft : null} />
          )}
        </div>
      ) : null}
      <GrantsCard />
    </Page>
  );
}
