import { useEffect, useRef } from 'react';
import type { Schemas } from '@/api/client';
import { Button } from '@/components/button';
import { CopyButton } from '@/components/copy-button';

interface Props {
  token: Schemas['NewToken'];
  onKept: () => void;
}

/** The secret of a new token: here once, and nowhere ever again. */
export function FreshSecret({ token, onKept }: Props) {
  const note = useRef<HTMLElement>(null);
  useEffect(() => note.current?.focus(), []);
  return (
    <section
      ref={note}
      tabIndex={-1}
      aria-label={`Secret of the token ${token.name}`}
      className="flex flex-col gap-2 rounded-md border border-accent bg-accent-soft p-4 text-sm"
    >
      <p className="font-semibold">Copy the secret of “{token.name}” now. It is not shown again.</p>
      <p className="flex items-center gap-1">
        <code className="min-w-0 rounded bg-surface px-2 py-1.5 break-all select-all">{token.secret}</code>
        <CopyButton text={token.secret} label="Copy the secret" />
      </p>
      <Button className="self-start" onClick={onKept}>
        I have kept it
      </Button>
    </section>
  );
}
