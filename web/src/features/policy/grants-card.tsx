import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useAllowed } from '@/app/session';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { Confirm } from '@/components/confirm';
import { counted } from '@/components/counted';
import { tell, tellProblem } from '@/components/notices';
import { ProblemNote } from '@/components/problem-note';
import { SkeletonRows } from '@/components/skeleton';
import { GrantRow } from './grant-row';
import { type Grant, useChats, useGrants, useRevoke } from './queries';

/** What people said yes to beyond single calls, and the way to take it back. */
export function GrantsCard() {
  const grants = useGrants();
  const { data: chats = [] } = useChats();
  const admin = useAllowed('admin') !== 'refused';
  const revoke = useRevoke();
  const [asked, setAsked] = useState<Grant | null>(null);
  const titles = new Map(chats.map(({ id, title }) => [id, title]));
  const lapsed = grants.data?.filter(({ valid }) => !valid) ?? [];
  const take = (ids: readonly string[], said: string) =>
    revoke.mutate(ids, {
      onSuccess: () => tell(said),
      onError: tellProblem,
      onSettled: () => setAsked(null),
    });

  return (
    <Card
      title="Grants"
      actions={
        admin && lapsed.length > 0 ? (
          <Button
            busy={revoke.isPending}
            onClick={() =>
              take(
                lapsed.map(({ id }) => id),
                'The lapsed grants are gone.',
              )
            }
          >
            Remove {counted(lapsed.length, 'lapsed grant')}
          </Button>
        ) : null
      }
    >
      {grants.isPending ? <SkeletonRows count={2} /> : null}
      {grants.isError ? <ProblemNote error={grants.error} retry={() => void grants.refetch()} /> : null}
      {grants.data?.length === 0 ? <NoGrants /> : null}
      {grants.data && grants.data.length > 0 ? (
        <ul aria-label="Grants" className="-m-4 divide-y divide-line">
          {grants.data.map((grant) => (
            <GrantRow
              key={grant.id}
              grant={grant}
              chat={titles.get(grant.chat_id)}
              onRevoke={admin ? () => setAsked(grant) : undefined}
            />
          ))}
        </ul>
      ) : null}
      {asked ? (
        <Confirm
          open
          onOpenChange={(open) => (open ? undefined : setAsked(null))}
          title="Take this grant back?"
          action="Take back"
          busy={revoke.isPending}
          onConfirm={() => take([asked.id], `${asked.tool_id} is asked about again.`)}
        >
          <code className="break-all">{asked.tool_id}</code> is asked about again in this chat. What already
          ran stays. To grant it anew, say so when you approve its next call.
        </Confirm>
      ) : null}
    </Card>
  );
}

function NoGrants() {
  return (
    <div className="flex gap-3 text-sm">
      <KeyRound aria-hidden size={17} className="mt-0.5 shrink-0 text-accent" />
      <div className="max-w-prose">
        <p className="font-medium">Nothing is granted beyond single calls</p>
        <p className="mt-1 text-muted">
          Whoever approves a call can say that the same arguments, or the tool altogether, need no asking
          again in that chat. Such a grant stands here, and lapses when the tool’s definition or its bundle
          changes.
        </p>
      </div>
    </div>
  );
}
