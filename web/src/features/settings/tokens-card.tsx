import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Schemas } from '@/api/client';
import { ScopeNote, useAllowed } from '@/app/session';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { ProblemNote } from '@/components/problem-note';
import { SkeletonRows } from '@/components/skeleton';
import { CreateTokenDialog } from './create-token-dialog';
import { FreshSecret } from './fresh-secret';
import { useTokens } from './queries';
import { TokenTable } from './token-table';

/** Who may use this server, and what each may do. */
export function TokensCard() {
  const allowed = useAllowed('admin');
  const [creating, setCreating] = useState(false);
  const [fresh, setFresh] = useState<Schemas['NewToken'] | null>(null);
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          <KeyRound aria-hidden size={16} className="text-muted" />
          Tokens
        </span>
      }
      actions={
        allowed === 'allowed' ? (
          <Button icon={Plus} onClick={() => setCreating(true)}>
            Create a token
          </Button>
        ) : null
      }
    >
      {allowed === 'refused' ? (
        <ScopeNote needed="admin">Tokens are seen, made and revoked by administrators.</ScopeNote>
      ) : (
        <div className="flex flex-col gap-4">
          <p className="max-w-prose text-sm text-muted">
            Every program and every person that uses this server has a token. Give each one of its own, with
            the smallest scope that does, so that it can be revoked alone.
          </p>
          {fresh ? <FreshSecret token={fresh} onKept={() => setFresh(null)} /> : null}
          <TokenList allowed={allowed === 'allowed'} />
        </div>
      )}
      <CreateTokenDialog
        open={creating}
        onOpenChange={setCreating}
        onCreated={(token) => {
          setFresh(token);
          setCreating(false);
        }}
      />
    </Card>
  );
}

function TokenList({ allowed }: { allowed: boolean }) {
  const { data, error, refetch } = useTokens(allowed);
  if (error) return <ProblemNote error={error} retry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={2} />;
  return <TokenTable tokens={data.items} />;
}
