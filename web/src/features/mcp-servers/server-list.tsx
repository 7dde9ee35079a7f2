import { Link } from '@tanstack/react-router';
import { Globe, Terminal } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Schemas } from '@/api/client';
import { Badge } from '@/components/badge';
import { classNames } from '@/components/class-names';

type McpServer = Schemas['McpServer'];

interface Props {
  servers: readonly McpServer[];
  /** Without a frame, where one is around them already. */
  flush?: boolean;
  /** Whether they are registered, so that each has a page. */
  link?: boolean;
}

/** MCP servers as they are set up. Values that may be secret come masked from the server. */
export function ServerList({ servers, flush = false, link = false }: Props) {
  return (
    <ul
      aria-label="MCP servers"
      className={classNames(
        'divide-y divide-line',
        flush ? '-m-4 [&>li]:px-4 [&>li]:py-3' : 'rounded-md border border-line',
      )}
    >
      {servers.map((server) => (
        <ServerItem key={server.server_key} server={server} link={link} />
      ))}
    </ul>
  );
}

function ServerItem({ server, link }: { server: McpServer; link: boolean }) {
  const Icon = server.server_type === 'stdio' ? Terminal : Globe;
  return (
    <li className="flex items-start gap-3 px-3 py-2.5">
      <Icon aria-hidden size={16} className="mt-0.5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
          {link ? (
            <Link
              to="/mcp-servers/$serverKey"
              params={{ serverKey: server.server_key }}
              className="text-sm font-medium hover:underline"
            >
              {server.id}
            </Link>
          ) : (
            <span className="text-sm font-medium">{server.id}</span>
          )}
          <code className="text-xs break-all text-muted">{server.server_key}</code>
        </p>
        <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs">
          <Facts server={server} />
        </dl>
      </div>
      <span className="flex shrink-0 flex-col items-end gap-1 sm:flex-row">
        {server.enabled ? null : <Badge>off</Badge>}
        {server.requires_confirmation ? (
          <Badge tone="warn" title="Each call waits for a person">
            asks first
          </Badge>
        ) : null}
        <Badge>{server.server_type}</Badge>
      </span>
    </li>
  );
}

function Facts({ server }: { server: McpServer }) {
  return (
    <>
      {server.command ? <Fact label="Program">{[server.command, ...server.args].join(' ')}</Fact> : null}
      {server.cwd ? <Fact label="In folder">{server.cwd}</Fact> : null}
      {server.url ? <Fact label="Address">{server.url}</Fact> : null}
      <Settings label="Environment" settings={server.env} />
      <Settings label="Headers" settings={server.headers} />
    </>
  );
}

function Settings({ label, settings }: { label: string; settings: McpServer['env'] }) {
  if (settings.length === 0) return null;
  return (
    <Fact label={label}>
      {settings.map(({ name, value }) => (
        <span key={name} className="block">
          {name} = {value}
        </span>
      ))}
    </Fact>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="font-mono break-all">{children}</dd>
    </>
  );
}
