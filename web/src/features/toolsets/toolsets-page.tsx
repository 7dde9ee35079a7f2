import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Boxes, FileUp } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { usePageKeys } from '@/app/page-keys';
import { toolsetsSearch } from '@/app/search';
import { refusal, useAllowed } from '@/app/session';
import { Button } from '@/components/button';
import { Empty } from '@/components/empty';
import { Input } from '@/components/field';
import { Page } from '@/components/page';
import { ProblemNote } from '@/components/problem-note';
import { SkeletonRows } from '@/components/skeleton';
import { type Contents, contentsOf } from './contents';
import { DropTarget } from './import/drop-target';
import { type Import, useImport } from './import/use-import';
import { type Toolset, useTools, useToolsets } from './queries';
import { ToolsetRow } from './toolset-row';

const ImportDialog = lazy(() => import('./import/import-dialog'));

/** From so many toolsets on, typing is faster than looking. */
const FILTER_FROM = 8;

/** The toolsets that were installed as such; those that wrap one MCP server have a page of their own. */
export function ToolsetsPage() {
  const toolsets = useToolsets();
  const tools = useTools();
  const imported = useImport();
  useAskedImport(imported);
  const explicit = toolsets.data?.items.filter((one) => !one.user_mcp);
  const contents = tools.data ? contentsOf(tools.data.items) : undefined;

  return (
    <Page
      title="Toolsets"
      about="What agents can use hangs here. A toolset brings tools, and is switched, upgraded and removed as one."
      actions={explicit?.length ? <ImportButton imported={imported} /> : null}
    >
      {toolsets.error ? (
        <ProblemNote error={toolsets.error} retry={() => void toolsets.refetch()} />
      ) : explicit ? (
        <ToolsetList
          toolsets={explicit}
          contents={contents}
          empty={<NoToolsets action={<ImportButton imported={imported} />} />}
        />
      ) : (
        <SkeletonRows count={4} />
      )}
      <DropTarget onDrop={imported.chooseFiles} />
      <Suspense fallback={null}>{imported.open ? <ImportDialog imported={imported} /> : null}</Suspense>
    </Page>
  );
}

/** Opens the import where the address asks for it, once. */
function useAskedImport({ setOpen, setDrafts }: Import): void {
  const { dialog, from, sha256 } = useSearch({
    from: '/toolsets',
    select: toolsetsSearch,
    structuralSharing: true,
  });
  const navigate = useNavigate();
  useEffect(() => {
    if (dialog !== 'import') return;
    // Only filled in: a link must not make the server fetch anything.
    if (from) setDrafts({ from: 'url', address: from, sha256, path: '' });
    setOpen(true);
    void navigate({ to: '/toolsets', search: {}, replace: true });
  }, [dialog, from, sha256, navigate, setOpen, setDrafts]);
}

function ImportButton({ imported: { setOpen } }: { imported: Import }) {
  const refused = useAllowed('admin') === 'refused';
  usePageKeys(
    useMemo(
      () => (refused ? [] : [{ key: 'i', what: 'Import a toolset', run: () => setOpen(true) }]),
      [refused, setOpen],
    ),
  );
  return (
    <Button
      look="primary"
      icon={FileUp}
      disabled={refused}
      title={refused ? refusal('admin') : undefined}
      onClick={() => setOpen(true)}
    >
      Import a toolset
    </Button>
  );
}

interface ListProps {
  toolsets: Toolset[];
  contents: Map<string, Contents> | undefined;
  empty: React.ReactNode;
}

function ToolsetList({ toolsets, contents, empty }: ListProps) {
  const [filter, setFilter] = useState('');
  const wanted = filter.trim().toLowerCase();
  const shown = toolsets.filter((one) =>
    `${one.name} ${one.id} ${one.description}`.toLowerCase().includes(wanted),
  );
  if (toolsets.length === 0) return empty;
  return (
    <>
      {toolsets.length >= FILTER_FROM ? (
        <Input
          type="search"
          aria-label="Filter toolsets"
          placeholder="Filter by name"
          className="max-w-xs"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      ) : null}
      {shown.length > 0 ? (
        <ul aria-label="Toolsets" className="divide-y divide-line rounded-lg border border-line bg-surface">
          {shown.map((toolset) => (
            <ToolsetRow
              key={toolset.id}
              toolset={toolset}
              contents={contents && (contents.get(toolset.id) ?? { tools: 0, broken: 0, providers: [] })}
            />
          ))}
        </ul>
      ) : (
        <p className="text-sm text-muted">No toolset is called that.</p>
      )}
    </>
  );
}

function NoToolsets({ action }: { action: React.ReactNode }) {
  return (
    <Empty icon={Boxes} title="Nothing hangs here yet" action={action}>
      A toolset is a ZIP or a folder with a <code>toolset.yaml</code> and the code of its tools. Drop a ZIP
      anywhere on this page: you see what it brings and what it may do before anything is installed. The
      folder <code>examples/toolsets</code> has some to begin with. Tools that are built in are under{' '}
      <Link to="/tools" className="text-accent underline">
        Tools
      </Link>
      .
    </Empty>
  );
}
