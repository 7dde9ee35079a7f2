import { useState } from 'react';
import { useSession } from '@/app/session';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { Confirm } from '@/components/confirm';
import { Moment } from '@/components/moment';
import { type Token, useRevokeToken } from './queries';

/** The tokens, those that still open something first. */
export function TokenTable({ tokens }: { tokens: readonly Token[] }) {
  const [revoking, setRevoking] = useState<Token | null>(null);
  const valid = tokens.filter((token) => !token.revoked_at);
  const revoked = tokens.filter((token) => token.revoked_at);
  return (
    <>
      <ul aria-label="Tokens" className="divide-y divide-line rounded-md border border-line">
        {valid.map((token) => (
          <TokenRow key={token.id} token={token} onRevoke={() => setRevoking(token)} />
        ))}
      </ul>
      {revoked.length > 0 ? (
        <details className="text-sm">
          <summary className="cursor-pointer text-muted">{revoked.length} revoked</summary>
          <ul aria-label="Revoked tokens" className="mt-2 divide-y divide-line rounded-md border border-line">
            {revoked.map((token) => (
              <TokenRow key={token.id} token={token} />
            ))}
          </ul>
        </details>
      ) : null}
      <RevokeDialog token={revoking} onClose={() => setRevoking(null)} />
    </>
  );
}

function TokenRow({ token, onRevoke }: { token: Token; onRevoke?: () => void }) {
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5 text-sm">
          <span className={token.revoked_at ? 'break-all text-muted line-through' : 'font-medium break-all'}>
            {token.name}
          </span>
          <Badge tone={token.scope === 'admin' && !token.revoked_at ? 'accent' : 'neutral'}>
            {token.scope}
          </Badge>
        </p>
        <p className="text-xs text-muted">
          made <Moment at={token.created_at} />
          {token.revoked_at ? (
            <>
              , revoked <Moment at={token.revoked_at} />
            </>
          ) : null}
        </p>
      </div>
      {onRevoke ? (
        <Button look="danger" onClick={onRevoke} aria-label={`Revoke ${token.name}`}>
          Revoke…
        </Button>
      ) : null}
    </li>
  );
}

function RevokeDialog({ token, onClose }: { token: Token | null; onClose: () => void }) {
  const revoke = useRevokeToken();
  const { data: session } = useSession();
  const own = token !== null && token.name === session?.name && token.scope === session.scope;
  return (
    <Confirm
      open={token !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={`Revoke “${token?.name ?? ''}”?`}
      action="Revoke"
      busy={revoke.isPending}
      onConfirm={() => {
        if (token) revoke.mutate(token, { onSettled: onClose });
      }}
    >
      <p>Whoever uses it is turned away at once, and for good: a revoked token cannot be given back.</p>
      {own ? (
        <p className="mt-2 rounded-md bg-warn-soft p-2.5 text-ink">
          You are signed in with a token of this name. If it is this one, this page asks for another.
        </p>
      ) : null}
    </Confirm>
  );
}
