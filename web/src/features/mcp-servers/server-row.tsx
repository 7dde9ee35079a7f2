import { Link } from '@tanstack/react-router';
import { Globe, Terminal } from 'lucide-react';
import { Badge } from '@/components/badge';
import { counted } from '@/components/counted';
import { Moment } from '@/components/moment';
import { Sentence } from '@/components/sentence';
import type { Server } from './queries';
import { ServerSwitch } from './server-switch';
import { StateBadge } from './state-badge';
import { reachOf, transports } from './transport';

/** One server of the list: what it is, how it stands, and whether it is on. */
export function ServerRow({ server }: { server: Server }) {
  const Icon = server.server_type === 'stdio' ? Terminal : Globe;
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Icon aria-hidden size={16} className="mt-1 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Link
            to="/mcp-servers/$serverKey"
            params={{ serverKey: server.server_key }}
            className="text-sm font-medium break-all hover:underline"
          >
            {server.id}
          </Link>
          <StateBadge server={server} />
          {server.requires_confirmation ? (
            <Badge tone="warn" title="Each call waits for a person">
              asks first
            </Badge>
          ) : null}
        </p>
        <p className="mt-0.5 truncate font-mono text-xs text-muted" title={reachOf(server)}>
          {reachOf(server)}
        </p>
        {server.reason ? <Reason server={server} /> : null}
        <Known server={server} />
      </div>
      <ServerSwitch server={server} />
    </li>
  );
}

function Reason({ server: { reason, since, sign_in_needed } }: { server: Server }) {
  return (
    <p className={`mt-1 line-clamp-3 text-sm break-words ${sign_in_needed ? 'text-warn' : 'text-bad'}`}>
      <Sentence text={reason ?? ''} />
      {since ? (
        <span className="text-muted">
          {' '}
          · <Moment at={since} />
        </span>
      ) : null}
    </p>
  );
}

function Known({ server: { server_type, told, state, since, connections } }: { server: Server }) {
  return (
    <p className="mt-1 flex flex-wrap gap-x-3 text-xs text-muted">
      <span>{transports[server_type] ?? server_type}</span>
      <span>{told ? counted(told.tools, 'tool') : 'tools not known yet'}</span>
      {state === 'ready' && since ? (
        <span>
          since <Moment at={since} />
        </span>
      ) : null}
      {connections > 1 ? <span>{counted(connections, 'connection')}</span> : null}
    </p>
  );
}
