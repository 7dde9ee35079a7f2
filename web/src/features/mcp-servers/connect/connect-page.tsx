import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, got, type Schemas } from '@/api/client';
import { useSession } from '@/app/session';
import { Card } from '@/components/card';
import { CopyButton } from '@/components/copy-button';
import { Page } from '@/components/page';
import { ProblemNote } from '@/components/problem-note';
import { Scroll } from '@/components/scroll';
import { SkeletonRows } from '@/components/skeleton';
import { Tabs } from '@/components/tabs';

type Client = Schemas['McpClient'];

/** What stands in the place of a token. */
const TOKEN = 'YOUR_TOKEN';

const useClients = (url: string) =>
  useQuery({
    queryKey: ['mcp-clients', url],
    queryFn: () => got(api.GET('/mcp-clients', { params: { query: { url } } })),
    staleTime: Number.POSITIVE_INFINITY,
    select: (page) => page.items,
  });

/** How each known client is told of this Pegboard, so that it has all its tools. */
export function ConnectPage() {
  const url = `${window.location.origin}/mcp`;
  const { data: clients, error, refetch } = useClients(url);
  return (
    <Page
      title="Connect a client"
      trail={
        <Link to="/mcp-servers" className="hover:underline">
          MCP servers
        </Link>
      }
      about="Pegboard is an MCP server itself: a client that is connected has every enabled tool, and each of its calls is recorded."
    >
      <Address url={url} />
      <Card>
        {clients ? (
          <Tabs
            label="Clients"
            tabs={clients.map((client) => ({
              id: client.id,
              label: client.label,
              content: <Ways client={client} />,
            }))}
          />
        ) : error ? (
          <ProblemNote error={error} retry={() => void refetch()} />
        ) : (
          <SkeletonRows count={5} />
        )}
      </Card>
      <Places />
    </Page>
  );
}

/** Where the program is, is told only to whoever may do everything. */
function Places() {
  const scope = useSession().data?.scope;
  if (scope === undefined) return null;
  return (
    <p className="max-w-prose text-sm text-muted">
      In a shell, <code>pegboard mcp config CLIENT</code> prints the same
      {scope === 'admin' ? '.' : ', with the full paths of the program and of its data folder.'}
    </p>
  );
}

function Address({ url }: { url: string }) {
  return (
    <Card title="What every client needs">
      <dl className="grid gap-x-6 gap-y-2.5 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
        <dt className="text-muted">Address</dt>
        <dd className="flex items-center gap-1">
          <code className="min-w-0 break-all">{url}</code>
          <CopyButton text={url} label="Copy the address" />
        </dd>
        <dt className="text-muted">Token</dt>
        <dd>
          One with the scope <code>run</code>, made under{' '}
          <Link to="/settings" className="text-accent underline">
            Settings
          </Link>
          , in the place of <code>{TOKEN}</code>. One for each client can be withdrawn apart from the others.
        </dd>
        <dt className="text-muted">Or a program</dt>
        <dd>
          <code>pegboard mcp</code>, which the client starts on the same machine. It needs no token.
        </dd>
      </dl>
    </Card>
  );
}

const hows: Record<Schemas['How'], string> = {
  reached: 'At its address, while Pegboard runs',
  started: 'As a program that the client starts',
};

function Ways({ client }: { client: Client }) {
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <div className="text-sm">
        <p className="text-muted">Goes into</p>
        <ul className="mt-1 flex flex-col gap-0.5">
          {client.places.map((place) => (
            <li key={place} className="font-mono text-xs break-all">
              {place}
            </li>
          ))}
        </ul>
      </div>
      {client.ways.map((way) => (
        <section key={way.how} aria-label={hows[way.how]} className="min-w-0">
          <header className="flex items-center justify-between gap-2">
            <h3 className="text-sm font-medium">{hows[way.how]}</h3>
            <CopyButton text={way.text} label={`Copy for ${client.label}: ${way.how}`} />
          </header>
          <Scroll label={`${client.label}: ${hows[way.how]}`} className="rounded-md bg-sunken p-3">
            <pre className="font-mono text-xs">{way.text.trimEnd()}</pre>
          </Scroll>
        </section>
      ))}
    </div>
  );
}
