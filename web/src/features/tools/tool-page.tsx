import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { CircleAlert } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Schemas } from '@/api/client';
import { type ToolSearch, toolSearch } from '@/app/search';
import { LeaveGuard } from '@/components/leave-guard';
import { NotThere } from '@/components/not-there';
import { Page } from '@/components/page';
import { Skeleton } from '@/components/skeleton';
import { type Tab, Tabs } from '@/components/tabs';
import { ConfigCard } from '@/features/config';
import { ImageRoom } from '@/features/containers';
import { Definition } from './definition';
import { ToolMarks } from './marks';
import { isChanged, type OverrideDraft } from './overrides/override-draft';
import { useSession, useTool } from './queries';
import { RecentCalls } from './recent-calls';
import { RunPanel } from './run/run-panel';
import { useRunPanel } from './run/use-run-panel';

/** One tool: run it, look at it, change how it shows. */
export function ToolPage() {
  const { toolId } = useParams({ from: '/tools/$toolId' });
  const tool = useTool(toolId);
  return (
    <Page
      title={tool.data?.name ?? toolId}
      about={tool.data?.description}
      trail={<Trail tool={tool.data} />}
      actions={tool.data ? <ToolMarks tool={tool.data} /> : null}
    >
      {tool.isError && !tool.data ? (
        <NotThere error={tool.error} what="tool" retry={() => void tool.refetch()}>
          Its toolset may have been removed. What hangs within reach now stands under{' '}
          <Link to="/tools" className="text-accent underline">
            Tools
          </Link>
          .
        </NotThere>
      ) : null}
      {tool.isPending ? <Skeleton className="h-96 w-full" /> : null}
      {tool.data ? <Rooms key={tool.data.id} tool={tool.data} /> : null}
    </Page>
  );
}

function Trail({ tool }: { tool: Schemas['Tool'] | undefined }) {
  return (
    <nav aria-label="Where this tool hangs" className="flex flex-wrap gap-1.5">
      <Link to="/tools" className="hover:underline">
        Tools
      </Link>
      {tool?.toolset_id ? (
        <>
          <span aria-hidden>/</span>
          <Link to="/toolsets/$toolsetId" params={{ toolsetId: tool.toolset_id }} className="hover:underline">
            {tool.source_name}
          </Link>
        </>
      ) : null}
      {tool ? (
        <>
          <span aria-hidden>/</span>
          <code className="text-xs leading-5 break-all">{tool.id}</code>
        </>
      ) : null}
    </nav>
  );
}

function Rooms({ tool }: { tool: Schemas['Tool'] }) {
  const { tab, chat } = useSearch({ from: '/tools/$toolId', select: toolSearch, structuralSharing: true });
  const navigate = useNavigate({ from: '/tools/$toolId' });
  const panel = useRunPanel(tool, chat);
  const [unsaved, setUnsaved] = useState<OverrideDraft | null>(null);
  const changed = unsaved !== null && isChanged(unsaved, tool.overrides.user);
  const go = (id: string) =>
    void navigate({
      search: (search) => ({ ...search, tab: id as NonNullable<ToolSearch['tab']> }),
      replace: true,
      resetScroll: false,
    });
  return (
    <>
      {tool.problem ? <Broken problem={tool.problem} /> : null}
      <LeaveGuard active={changed} what={tool.name} keptBy="page" />
      <Tabs
        label="Parts of this page"
        value={tab ?? 'run'}
        onValueChange={go}
        tabs={[
          {
            id: 'run',
            label: 'Run',
            content: (
              <div className="flex flex-col gap-5">
                <RunPanel tool={tool} panel={panel} />
                <RecentCalls toolId={tool.id} />
              </div>
            ),
          },
          ...ownTabs(tool),
          {
            id: 'triggers',
            label: 'Triggers',
            content: later(<Triggers toolId={tool.id} name={tool.name} />),
          },
          { id: 'numbers', label: 'Numbers', content: later(<Numbers toolId={tool.id} />) },
          {
            id: 'overrides',
            label: 'Changes',
            content: <Changes tool={tool} unsaved={unsaved} onUnsaved={setUnsaved} />,
          },
          { id: 'definition', label: 'Definition', content: <Definition tool={tool} /> },
        ]}
      />
    </>
  );
}

const OverridesEditor = lazy(() => import('./overrides/overrides-editor'));
const Triggers = lazy(() => import('./triggers/triggers'));
const Numbers = lazy(() => import('./numbers/numbers'));

/** The parts that only some tools have: settings, and an image to be built. */
function ownTabs(tool: Schemas['Tool']): Tab[] {
  const tabs: Tab[] = [];
  if (tool.status !== 'system') {
    const owner = { kind: 'tools', id: tool.id } as const;
    tabs.push({ id: 'settings', label: 'Settings', content: <ConfigCard owner={owner} name={tool.name} /> });
  }
  if (tool.container) {
    const { container } = tool;
    tabs.push({ id: 'image', label: 'Image', content: <ImageRoom toolId={tool.id} container={container} /> });
  }
  return tabs;
}

function later(content: ReactNode) {
  return <Suspense fallback={<Skeleton className="h-64 w-full" />}>{content}</Suspense>;
}

interface ChangesProps {
  tool: Schemas['Tool'];
  unsaved: OverrideDraft | null;
  onUnsaved: (draft: OverrideDraft | null) => void;
}

function Changes(props: ChangesProps) {
  const session = useSession();
  if (session.data && session.data.scope !== 'admin') {
    return (
      <p className="text-sm text-muted">
        Your token may {session.data.scope === 'run' ? 'call tools' : 'look'}, but changing them takes one
        with the scope “admin”.
      </p>
    );
  }
  return (
    <Suspense fallback={<Skeleton className="h-96 w-full" />}>
      <OverridesEditor {...props} />
    </Suspense>
  );
}

/** A tool whose code could not be read cannot run, and says why. */
function Broken({ problem }: { problem: string }) {
  return (
    <div className="flex gap-3 rounded-lg border border-line bg-bad-soft p-4 text-sm">
      <CircleAlert aria-hidden size={18} className="mt-0.5 shrink-0 text-bad" />
      <div className="min-w-0">
        <p className="font-semibold">This tool cannot run</p>
        <p className="mt-1 break-words whitespace-pre-wrap">{problem}</p>
      </div>
    </div>
  );
}
