import { Link } from '@tanstack/react-router';
import { Plug } from 'lucide-react';
import { Badge } from '@/components/badge';
import { Card } from '@/components/card';
import { Empty } from '@/components/empty';
import { LinkButton } from '@/components/link-button';
import { Page } from '@/components/page';
import { ProblemNote } from '@/components/problem-note';
import { SkeletonRows } from '@/components/skeleton';
import { ToolsetSwitch } from '@/features/toolsets';
import type { Block } from './blocks';
import { useServers } from './queries';
import { ServerList } from './server-list';

/** The MCP servers of the house, and what is known of each. */
export function McpServersPage() {
  const { blocks, error, retry } = useServers();
  return (
    <Page
      title="MCP servers"
      about="Programs and addresses that speak the Model Context Protocol and offer tools of their own."
    >
      {error ? (
        <ProblemNote error={error} retry={retry} />
      ) : !blocks ? (
        <SkeletonRows count={3} />
      ) : blocks.length === 0 ? (
        <NoServers />
      ) : (
        <>
          {blocks.map((block) => (
            <BlockCard key={block.toolset.id} block={block} />
          ))}
          <p className="text-sm text-muted">
            This version keeps how servers are set up. It does not connect to them yet, so their tools are not
            known here.
          </p>
        </>
      )}
    </Page>
  );
}

function BlockCard({ block: { toolset, servers } }: { block: Block }) {
  return (
    <Card
      title={
        <span className="flex flex-wrap items-baseline gap-x-2">
          <Link
            to="/toolsets/$toolsetId"
            params={{ toolsetId: toolset.id }}
            className="text-ink hover:underline"
          >
            {toolset.name}
          </Link>
          <span className="text-xs font-normal text-muted">
            {toolset.user_mcp ? 'added by hand' : `from the toolset ${toolset.version}`}
          </span>
          {toolset.enabled ? null : <Badge>off</Badge>}
        </span>
      }
      actions={<ToolsetSwitch toolset={toolset} />}
    >
      {servers.length > 0 ? (
        <ServerList servers={servers} flush />
      ) : (
        <p className="text-sm text-muted">Its server is not set up.</p>
      )}
    </Card>
  );
}

function NoServers() {
  return (
    <Empty
      icon={Plug}
      title="No MCP servers are set up"
      action={<LinkButton to="/toolsets">Go to the toolsets</LinkButton>}
    >
      <p>
        A toolset brings MCP servers under <code>mcp_servers</code> in its <code>toolset.yaml</code>; after
        its import they stand here.
      </p>
      <pre className="mt-3 overflow-x-auto rounded-md border border-line bg-surface p-3 text-left font-mono text-xs text-ink">
        {`mcp_servers:
  - id: search
    command: npx
    args: [-y, my-search-server]
    env:
      SEARCH_KEY: \${MY_SEARCH_KEY}`}
      </pre>
      <p className="mt-3">
        A value such as <code>${'{MY_SEARCH_KEY}'}</code> is taken from the server’s environment, so that no
        secret stands in a bundle.
      </p>
    </Empty>
  );
}
