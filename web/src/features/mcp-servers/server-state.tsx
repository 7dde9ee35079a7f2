import { CircleAlert, KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { counted } from '@/components/counted';
import { duration, Moment } from '@/components/moment';
import { Progress } from '@/components/progress';
import { Sentence } from '@/components/sentence';
import type { Server } from './queries';
import { SignInButton } from './sign-in-button';
import { wordsOf } from './state-badge';

/** How a server stands: why it does not work where it does not, else what is known of it. */
export function ServerState({ server }: { server: Server }) {
  return (
    <>
      {server.sign_in_needed ? (
        <SignInNote server={server} />
      ) : server.reason ? (
        <ErrorNote server={server} />
      ) : null}
      {server.state === 'connecting' ? <Progress label="Connecting" /> : null}
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-4">
        <Figure label="State">
          {wordsOf(server).word}
          {server.since ? (
            <small className="ml-1.5 font-normal text-muted">
              <Moment at={server.since} />
            </small>
          ) : null}
        </Figure>
        <Figure label={server.server_type === 'stdio' ? 'Processes' : 'Connections'}>
          {server.connections}
        </Figure>
        <Figure label="Last connect took">
          {server.connect_ms === null || server.connect_ms === undefined ? '–' : duration(server.connect_ms)}
        </Figure>
        <Figure label="Protocol">{server.told?.protocol ?? '–'}</Figure>
      </dl>
      <Told server={server} />
    </>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="bg-surface px-4 py-2.5">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-0.5 text-sm font-semibold tabular-nums">{children}</dd>
    </div>
  );
}

function ErrorNote({ server: { reason, since } }: { server: Server }) {
  return (
    <div role="alert" className="flex gap-3 rounded-lg border border-line bg-bad-soft p-4 text-sm">
      <CircleAlert aria-hidden size={18} className="mt-0.5 shrink-0 text-bad" />
      <div className="min-w-0">
        <p className="font-semibold break-words whitespace-pre-wrap">
          <Sentence text={reason ?? ''} />
        </p>
        <p className="mt-1 text-muted">
          {since ? (
            <>
              <Moment at={since} />.{' '}
            </>
          ) : null}
          The next call of one of its tools tries again, and so does Reconnect. Its log says what it wrote.
        </p>
      </div>
    </div>
  );
}

function SignInNote({ server }: { server: Server }) {
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-warn-soft p-4 text-sm">
      <KeyRound aria-hidden size={18} className="shrink-0 text-warn" />
      <p className="min-w-0 flex-1">
        <span className="font-semibold">{server.id} wants somebody to sign in.</span> That goes on in a window
        of the server’s own; what it gives is kept encrypted here.
      </p>
      <SignInButton server={server} />
    </div>
  );
}

/** What the server said of itself, with what people should know of it. */
function Told({ server: { told } }: { server: Server }) {
  if (!told) return null;
  const { name, version } = told.server_info as { name?: unknown; version?: unknown };
  const calls = [name, version].filter((part) => typeof part === 'string').join(' ');
  return (
    <div className="flex flex-col gap-2 text-sm text-muted">
      <p className="break-words">
        {calls ? (
          <>
            It calls itself <span className="text-ink">{calls}</span> and offers{' '}
          </>
        ) : (
          'It offers '
        )}
        {counted(told.tools, 'tool')}
        {told.capabilities.length > 0 ? ` (${told.capabilities.join(', ')})` : ''}. Told{' '}
        <Moment at={told.at} />
        {told.cached ? ' to an earlier run of Pegboard; it is asked again when it is next needed' : ''}.
      </p>
      {told.warnings.length > 0 ? (
        <ul
          aria-label="Warnings"
          className="list-disc rounded-lg border border-line bg-warn-soft p-3 pl-8 text-ink"
        >
          {told.warnings.map((warning) => (
            <li key={warning} className="break-words">
              {warning}
            </li>
          ))}
        </ul>
      ) : null}
      {told.instructions ? (
        <details>
          <summary className="cursor-pointer">What it tells models of itself</summary>
          <p className="mt-2 max-w-prose rounded-md bg-sunken p-3 break-words whitespace-pre-wrap text-ink">
            {told.instructions}
          </p>
        </details>
      ) : null}
    </div>
  );
}
