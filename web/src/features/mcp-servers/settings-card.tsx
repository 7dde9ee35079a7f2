import { Card } from '@/components/card';
import { CopyButton } from '@/components/copy-button';
import { Fact, Facts } from './facts';
import type { Server } from './queries';
import { reachOf, transports } from './transport';

/** How a server is set up. What may be secret comes masked from the server. */
export function SettingsCard({ server }: { server: Server }) {
  const reach = reachOf(server);
  return (
    <Card title="Settings">
      <Facts>
        <Fact label={server.url ? 'Address' : 'Command'}>
          <span className="flex items-start gap-1">
            <code className="min-w-0 flex-1 rounded bg-sunken px-2 py-1.5 text-xs break-all">{reach}</code>
            <CopyButton text={reach} label={server.url ? 'Copy the address' : 'Copy the command'} />
          </span>
        </Fact>
        {server.cwd ? (
          <Fact label="In the folder">
            <code className="text-xs break-all">{server.cwd}</code>
          </Fact>
        ) : null}
        <Pairs label="Environment" pairs={server.env} />
        <Pairs label="Headers" pairs={server.headers} />
        <Fact label="Transport">{transports[server.server_type] ?? server.server_type}</Fact>
        <Fact label="Runs">
          {server.scope === 'chat' ? 'once for each chat, with its workspace' : 'once, for everybody'}
        </Fact>
        <Fact label="Connects">{server.lazy ? 'when it is first needed' : 'when Pegboard starts'}</Fact>
        <Fact label="Its calls">{askingOf(server)}</Fact>
      </Facts>
    </Card>
  );
}

function askingOf({ requires_confirmation }: Server): string {
  if (requires_confirmation === true) return 'each waits for a person';
  return requires_confirmation === false
    ? 'run without asking'
    : 'each waits for a person, except for tools that are excepted';
}

function Pairs({ label, pairs }: { label: string; pairs: Server['env'] }) {
  if (pairs.length === 0) return null;
  return (
    <Fact label={label}>
      <code className="flex flex-col gap-0.5 text-xs break-all">
        {pairs.map(({ name, value }) => (
          <span key={name}>
            {name} = {value}
          </span>
        ))}
      </code>
    </Fact>
  );
}
