import { Link, useParams } from '@tanstack/react-router';
import { Awaited } from '@/components/awaited';
import { Page } from '@/components/page';
import { type Server, useServer } from './queries';
import { ServerActions } from './server-actions';
import { ServerLogCard } from './server-log-card';
import { ServerState } from './server-state';
import { ServerTools } from './server-tools';
import { SettingsCard } from './settings-card';
import { StateBadge } from './state-badge';
import { VariablesCard } from './variables-card';

/** One MCP server: how it stands, how it is set up, what it offers and what it wrote. */
export function ServerPage() {
  const { serverKey } = useParams({ from: '/mcp-servers/$serverKey' });
  const { data: server, error, refetch } = useServer(serverKey);
  if (server) return <Shown server={server} />;
  return (
    <Page title={serverKey} trail={<Trail />}>
      <Awaited error={error} what="MCP server" retry={() => void refetch()}>
        It may have been removed. Calls of its tools stay under{' '}
        <Link to="/calls" className="text-accent underline">
          Calls
        </Link>
        .
      </Awaited>
    </Page>
  );
}

function Shown({ server }: { server: Server }) {
  return (
    <Page
      title={server.user_mcp ? server.title : server.id}
      about={<About server={server} />}
      trail={<Trail />}
      actions={<ServerActions server={server} />}
    >
      <ServerState server={server} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <ServerTools server={server} />
          <ServerLogCard server={server} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <SettingsCard server={server} />
          <VariablesCard server={server} />
        </div>
      </div>
    </Page>
  );
}

function About({ server }: { server: Server }) {
  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      <StateBadge server={server} />
      <code className="break-all">{server.server_key}</code>
      {server.user_mcp ? null : (
        <span>
          from the toolset{' '}
          <Link
            to="/toolsets/$toolsetId"
            params={{ toolsetId: server.toolset_id }}
            className="text-accent underline"
          >
            {server.title}
          </Link>
          {server.toolset_enabled ? null : ', which is off'}
        </span>
      )}
    </span>
  );
}

function Trail() {
  return (
    <Link to="/mcp-servers" className="hover:underline">
      MCP servers
    </Link>
  );
}
