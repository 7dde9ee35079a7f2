import { useNavigate, useSearch } from '@tanstack/react-router';
import { SearchX, Wrench } from 'lucide-react';
import { useDeferredValue, useMemo, useRef } from 'react';
import type { Schemas } from '@/api/client';
import { type PageKey, usePageKeys } from '@/app/page-keys';
import { type ToolsSearch, toolsSearch } from '@/app/search';
import { Button } from '@/components/button';
import { Empty } from '@/components/empty';
import { LinkButton } from '@/components/link-button';
import { Page } from '@/components/page';
import { ProblemNote } from '@/components/problem-note';
import { SkeletonRows } from '@/components/skeleton';
import { Filters } from './list/filters';
import { countsOf, rowsOf } from './list/rows';
import { ToolList, type ToolListHandle } from './list/tool-list';
import { useToolGroups } from './queries';

/** Every tool that hangs on the board. */
export function ToolsPage() {
  const groups = useToolGroups();
  return (
    <Page
      title="Tools"
      about="Everything that an agent, a model or you can call. Each tool hangs below where it comes from."
    >
      {groups.isPending ? <SkeletonRows count={8} /> : null}
      {groups.isError ? <ProblemNote error={groups.error} retry={() => void groups.refetch()} /> : null}
      {groups.data ? <Board groups={groups.data} /> : null}
    </Page>
  );
}

function Board({ groups }: { groups: Schemas['ToolGroup'][] }) {
  const search = useSearch({ from: '/tools', select: toolsSearch, structuralSharing: true });
  const navigate = useNavigate({ from: '/tools' });
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<ToolListHandle>(null);
  // Typing goes before drawing the list.
  const wanted = useDeferredValue(search);
  const rows = useMemo(() => rowsOf(groups, wanted), [groups, wanted]);
  const counts = useMemo(() => countsOf(groups), [groups]);
  const keys = useMemo<PageKey[]>(
    () => [{ key: '/', what: 'Search the tools', run: () => input.current?.focus() }],
    [],
  );
  usePageKeys(keys);
  const change = (next: ToolsSearch) => void navigate({ search: next, replace: true, resetScroll: false });

  if (counts.all === 0) return <NoTools />;
  const shown = rows.filter((row) => row.type === 'tool').length;
  return (
    <>
      <Filters
        search={search}
        counts={counts}
        shown={shown}
        input={input}
        onChange={change}
        onEnterList={() => list.current?.focusFirst()}
      />
      {rows.length > 0 ? <ToolList ref={list} rows={rows} /> : <NothingFound onClear={() => change({})} />}
    </>
  );
}

function NoTools() {
  return (
    <Empty
      icon={Wrench}
      title="No tools yet"
      action={
        <LinkButton look="primary" to="/toolsets">
          Go to the toolsets
        </LinkButton>
      }
    >
      Tools come with toolsets. Import one (a folder or ZIP with a <code>toolset.yaml</code>), or add an MCP
      server, and its tools hang here.
    </Empty>
  );
}

function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <Empty icon={SearchX} title="No tool matches" action={<Button onClick={onClear}>Show all tools</Button>}>
      Every word must stand in a tool’s name, id or description, and every chosen filter must hold.
    </Empty>
  );
}
