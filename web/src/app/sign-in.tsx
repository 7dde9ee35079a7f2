import { KeyRound } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { api } from '@/api/client';
import { currentToken, signIn, signOut, wasRefused } from '@/api/token';
import { Button } from '@/components/button';
import { Field, Input } from '@/components/field';
import { ProblemNote } from '@/components/problem-note';

/** Asks for a token, and tries it before anything else is shown. */
export function SignIn() {
  const [secret, setSecret] = useState('');
  const [remember, setRemember] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const [refused] = useState(wasRefused);

  useEffect(() => {
    document.title = 'Sign in · Pegboard';
  }, []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      await tryToken(secret.trim(), remember ? 'browser' : 'tab');
    } catch (error) {
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };

  return (
    <main className="pegs grid min-h-dvh place-items-center p-4">
      <form
        onSubmit={submit}
        className="flex w-full max-w-sm flex-col gap-4 rounded-xl border border-line bg-surface p-6 shadow-lg"
      >
        <div className="flex items-center gap-3">
          <img src="/ui/icon.svg" alt="" width={32} height={32} />
          <h1 className="text-lg font-semibold">Sign in to Pegboard</h1>
        </div>
        <p className="text-sm text-muted">
          The server printed a link with a token when it started; opening it signs you in. The token also
          stands in the file <code>token</code> of the data folder.
        </p>
        <Field label="Token">
          {(parts) => (
            <Input
              {...parts}
              type="password"
              autoComplete="current-password"
              value={secret}
              onChange={(event) => setSecret(event.target.value)}
            />
          )}
        </Field>
        <label className="flex items-center gap-2 text-sm">
          <input type="checkbox" checked={remember} onChange={(event) => setRemember(event.target.checked)} />
          Stay signed in on this browser
        </label>
        {problem ? <ProblemNote error={problem} /> : refused ? <Refused /> : null}
        <Button type="submit" look="primary" icon={KeyRound} busy={busy} disabled={secret.trim() === ''}>
          Sign in
        </Button>
      </form>
    </main>
  );
}

/** Why somebody who had a token stands here. */
function Refused() {
  return (
    <p role="alert" className="rounded-lg border border-line bg-warn-soft p-3 text-sm">
      The server does not take the token you came with: it was withdrawn, or it is of another Pegboard.
    </p>
  );
}

async function tryToken(secret: string, remember: 'tab' | 'browser'): Promise<void> {
  const before = currentToken();
  await api.GET('/toolsets', { headers: { Authorization: `Bearer ${secret}` } }).catch((error: unknown) => {
    if (before === null) signOut();
    throw error;
  });
  signIn(secret, remember);
}
