import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { refusal, useAllowed } from '@/app/session';
import { Button } from '@/components/button';
import { type Server, useSignIn } from './queries';

/** Begins a sign-in, then offers the address: a window that opens by itself would be blocked. */
export function SignInButton({ server }: { server: Server }) {
  const { mutate, isPending } = useSignIn();
  const [open, setOpen] = useState<string | null>(null);
  const refused = useAllowed('admin') === 'refused';
  const address = open === null ? null : webAddress(open);
  if (address) {
    return (
      <a
        href={address.href}
        target="_blank"
        rel="noreferrer"
        className="inline-flex min-h-9 items-center gap-2 rounded-md bg-accent px-3 text-sm font-medium text-accent-ink"
      >
        <ExternalLink aria-hidden size={16} />
        Go on at {address.host}
      </a>
    );
  }
  return (
    <Button
      look="primary"
      icon={ExternalLink}
      busy={isPending}
      disabled={refused}
      title={refused ? refusal('admin') : undefined}
      onClick={() => mutate(server.server_key, { onSuccess: (begun) => setOpen(begun.open) })}
    >
      Sign in…
    </Button>
  );
}

/** The address, if it is one of the web: a server may name any. */
function webAddress(text: string): URL | null {
  try {
    const address = new URL(text);
    return address.protocol === 'https:' || address.protocol === 'http:' ? address : null;
  } catch {
    return null;
  }
}
