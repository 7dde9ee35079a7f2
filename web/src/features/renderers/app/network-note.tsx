import type { Schemas } from '@/api/client';

interface Props {
  server: string;
  asks: Schemas['AppAsks'];
  network: Schemas['Network'];
  onChange: (network: Schemas['Network']) => void;
}

/** What an app can reach, and what it would like to. A person may allow that for as long as the app is shown. */
export function NetworkNote({ server, asks, network, onChange }: Props) {
  const hosts = [...new Set([...asks.connect, ...asks.resources, ...asks.frames])];
  const allowed = network === 'asked';
  return (
    <p className="min-w-0 flex-1 py-1">
      Made by {server}, apart from this page: it calls that server’s tools, as policy allows it
      {hosts.length === 0 ? ', and reaches nothing else.' : null}
      {hosts.length > 0 ? (
        <>
          {allowed ? '. It may reach ' : ', and reaches nothing else. It asks for '}
          {hosts.map((host, at) => (
            <span key={host}>
              {at > 0 ? ', ' : null}
              <code className="break-all">{host}</code>
            </span>
          ))}
          .{' '}
          <button
            type="button"
            onClick={() => onChange(allowed ? 'none' : 'asked')}
            className="rounded text-accent underline"
          >
            {allowed ? 'Allow nothing' : 'Allow it here'}
          </button>
        </>
      ) : null}
    </p>
  );
}
