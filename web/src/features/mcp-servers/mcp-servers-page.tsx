import { Link } from '@tanstack/react-router';
import { Cable, Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { refusal, useAllowed } from '@/app/session';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { LinkButton } from '@/components/link-button';
import { Page } from '@/components/page';
import { ProblemNote } from '@/components/problem-note';
import { SkeletonRows } from '@/components/skeleton';
import { type Block, blocksOf } from './blocks';
import { NoServers } from './no-servers';
import { useServers } from './queries';
import { ServerRow } from './server-row';

const AddDialog = lazy(() => import('./add/add-dialog'));

/** The MCP servers of the house, and how each stands. */
export function McpServersPage() {
  const { data, error, refetch } = useServers();
  const [adding, setAdding] = useState(false);
  const refused = useAllowed('admin') === 'refused';
  const add = (
    <Button
      look="primary"
      icon={Plus}
      disabled={refused}
      title={refused ? refusal('admin') : undefined}
      onClick={() => setAdding(true)}
    >
      Add a server
    </Button>
  );
  return (
    <Page
      title="MCP servers"
      about="Programs and addresses that speak the Model Context Protocol. Each starts when one of its tools is first needed."
      actions={
        <>
          <LinkButton to="/connect" icon={Cable}>
            Connect a client
          </LinkButton>
          {data && data.length > 0 ? add : null}
        </>
      }
    >
      {error ? (
        <ProblemNote error={error} retry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows count={3} />
      ) : data.length === 0 ? (
        <NoServers action={add} />
      ) : (
        blocksOf(data).map((block) => <BlockCard key={block.toolset?.id ?? ''} block={block} />)
      )}
      <Suspense fallback={null}>{adding ? <AddDialog onClose={() => setAdding(false)} /> : null}</Suspense>
    </Page>
  );
}

function BlockCard({ block: { toolset, servers } }: { block: Block }) {
  return (
    <Card title={toolset ? <ToolsetTitle toolset={toolset} /> : 'Added here'}>
      <ul
        aria-label={toolset ? `MCP servers of ${toolset.title}` : 'MCP servers'}
        className="-m-4 divide-y divide-line"
      >
        {servers.map((server) => (
          <ServerRow key={server.server_key} server={server} />
        ))}
      </ul>
    </Card>
  );
}

function ToolsetTitle({ toolset }: { toolset: NonNullable<Block['toolset']> }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-2">
      <Link to="/toolsets/$toolsetId" params={{ toolsetId: toolset.id }} className="hover:underline">
        {toolset.title}
      </Link>
      <span className="text-xs font-normal text-muted">from the toolset</span>
      {toolset.enabled ? null : <Badge title="No server of a toolset that is off is on">toolset off</Badge>}
    </span>
  );
}
