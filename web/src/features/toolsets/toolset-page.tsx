import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Awaited } from '@/components/awaited';
import { Page } from '@/components/page';
import { DropTarget } from './import/drop-target';
import { type Drafts, useImport } from './import/use-import';
import { type ToolsetWithParts, useToolset } from './queries';
import { ToolsetActions } from './toolset-actions';
import { ToolsetParts } from './toolset-parts';

const ImportDialog = lazy(() => import('./import/import-dialog'));

/** One toolset with all that belongs to it. */
export function ToolsetPage() {
  const { toolsetId } = useParams({ from: '/toolsets/$toolsetId' });
  const { data: toolset, error, refetch } = useToolset(toolsetId);
  if (toolset) return <Shown toolset={toolset} />;
  return (
    <Page title={toolsetId} trail={<Trail />}>
      <Awaited error={error} what="toolset" retry={() => void refetch()}>
        It may have been removed. Calls that it made stay under{' '}
        <Link to="/calls" className="text-accent underline">
          Calls
        </Link>
        .
      </Awaited>
    </Page>
  );
}

function Shown({ toolset }: { toolset: ToolsetWithParts }) {
  const imported = useImport(draftsOf(toolset));
  return (
    <Page
      title={toolset.name}
      about={toolset.description}
      trail={<Trail mcp={toolset.user_mcp} />}
      actions={<ToolsetActions toolset={toolset} onUpgrade={() => imported.setOpen(true)} />}
    >
      <ToolsetParts toolset={toolset} />
      <DropTarget onDrop={imported.chooseFiles} />
      <Suspense fallback={null}>{imported.open ? <ImportDialog imported={imported} /> : null}</Suspense>
    </Page>
  );
}

/** An upgrade mostly comes from where the toolset came from. */
function draftsOf({ source_type, source_ref }: ToolsetWithParts): Partial<Drafts> {
  if (source_type === 'url') return { from: 'url', address: source_ref };
  if (source_type === 'local') return { from: 'folder', path: source_ref };
  return {};
}

function Trail({ mcp = false }: { mcp?: boolean }) {
  return mcp ? (
    <Link to="/mcp-servers" className="hover:underline">
      MCP servers
    </Link>
  ) : (
    <Link to="/toolsets" className="hover:underline">
      Toolsets
    </Link>
  );
}
