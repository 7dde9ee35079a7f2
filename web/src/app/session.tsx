import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { api, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';
import { signOut } from '@/api/token';

export type Scope = Schemas['Scope'];

/** From the smallest to the largest: each holds those before it. */
const scopes: readonly Scope[] = ['read', 'run', 'admin'];

/** Whether a token of the scope `has` may do what takes `needed`. */
export function allows(has: Scope, needed: Scope): boolean {
  return scopes.indexOf(has) >= scopes.indexOf(needed);
}

/** Who is signed in, and what they may do. It stays the same as long as the token does. */
export function useSession() {
  return useQuery({
    queryKey: keys.session,
    queryFn: () => got(api.GET('/session')),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Whether the token's scope suffices; `unknown` until the server has said which it is. */
export function useAllowed(needed: Scope): 'unknown' | 'allowed' | 'refused' {
  const { data } = useSession();
  if (!data) return 'unknown';
  return allows(data.scope, needed) ? 'allowed' : 'refused';
}

/** What an action that takes `needed` says while the token has less. */
export function refusal(needed: Scope): string {
  return `Takes a token with the scope ${needed}`;
}

/** Stands in place of what the token's scope does not allow. */
export function ScopeNote({ needed, children }: { needed: Scope; children: ReactNode }) {
  const { data } = useSession();
  return (
    <div className="flex gap-3 rounded-lg border border-line bg-sunken p-4 text-sm">
      <Lock aria-hidden size={17} className="mt-0.5 shrink-0 text-muted" />
      <div>
        <p>{children}</p>
        <p className="mt-1 text-muted">
          It takes a token with the scope <code>{needed}</code>
          {data ? (
            <>
              ; yours, “{data.name}”, has <code>{data.scope}</code>
            </>
          ) : null}
          .{' '}
          <button type="button" className="text-accent underline" onClick={signOut}>
            Sign in with another
          </button>
        </p>
      </div>
    </div>
  );
}
