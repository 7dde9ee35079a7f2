import { useNavigate } from '@tanstack/react-router';
import { Bot, FileUp, Plus } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { usePageKeys } from '@/app/page-keys';
import { refusal, useAllowed } from '@/app/session';
import { Button } from '@/components/button';
import { Empty } from '@/components/empty';
import { Page } from '@/components/page';
import { ProblemNote } from '@/components/problem-note';
import { Scroll } from '@/components/scroll';
import { SkeletonRows } from '@/components/skeleton';
import { TextDialog } from '@/components/text-dialog';
import { nameFault } from './chosen';
import { EXAMPLE, EXAMPLE_NAME } from './example';
import { useWorkers } from './queries';
import { WorkerRow } from './worker-row';

const ImportDialog = lazy(() => import('./import-dialog'));

/** Every worker of the house. */
export function WorkersPage() {
  const workers = useWorkers();
  const navigate = useNavigate();
  const refused = useAllowed('admin') === 'refused';
  const [asked, setAsked] = useState<'name' | 'import' | null>(null);
  const begin = (name: string) =>
    navigate({ to: '/workers/$workerName', params: { workerName: name }, search: { new: true } });
  usePageKeys(
    useMemo(
      () => (refused ? [] : [{ key: 'n', what: 'New worker', run: () => setAsked('name') }]),
      [refused],
    ),
  );
  return (
    <Page
      title="Workers"
      about="Agents that are files: what one is for, which tools it has, what it may do with them, and its instructions."
      actions={<Actions refused={refused} onAsk={setAsked} />}
    >
      {workers.isPending ? <SkeletonRows count={3} /> : null}
      {workers.isError ? <ProblemNote error={workers.error} retry={() => void workers.refetch()} /> : null}
      {workers.data?.length === 0 ? (
        <NoWorkers onBegin={refused ? undefined : () => void begin(EXAMPLE_NAME)} />
      ) : null}
      {workers.data && workers.data.length > 0 ? (
        <ul aria-label="Workers" className="divide-y divide-line rounded-lg border border-line bg-surface">
          {workers.data.map((worker) => (
            <WorkerRow key={worker.name} worker={worker} />
          ))}
        </ul>
      ) : null}
      {asked === 'name' ? (
        <TextDialog
          title="New worker"
          label="Name"
          about="Its file is NAME.worker. Other workers hand it work under this name."
          action="Write it"
          initial=""
          faultOf={nameFault}
          onClose={() => setAsked(null)}
          onText={begin}
        />
      ) : null}
      <Suspense fallback={null}>
        {asked === 'import' ? <ImportDialog onClose={() => setAsked(null)} /> : null}
      </Suspense>
    </Page>
  );
}

function Actions({ refused, onAsk }: { refused: boolean; onAsk: (what: 'name' | 'import') => void }) {
  const why = refused ? refusal('admin') : undefined;
  return (
    <>
      <Button icon={FileUp} disabled={refused} title={why} onClick={() => onAsk('import')}>
        Import…
      </Button>
      <Button look="primary" icon={Plus} disabled={refused} title={why} onClick={() => onAsk('name')}>
        New worker
      </Button>
    </>
  );
}

function NoWorkers({ onBegin }: { onBegin: (() => void) | undefined }) {
  return (
    <>
      <Empty
        icon={Bot}
        title="No workers yet"
        action={
          onBegin ? (
            <Button look="primary" onClick={onBegin}>
              Begin with this example
            </Button>
          ) : null
        }
      >
        A worker is a file <code>NAME.worker</code>: between two lines of <code>---</code> what it is for, its
        toolsets and their approvals, where it may write, and its limits; below, what it is told. Its tools
        are all that it has.
      </Empty>
      <figure>
        <figcaption className="mb-1.5 text-sm text-muted">{EXAMPLE_NAME}.worker</figcaption>
        <Scroll label="Example of a worker" className="rounded-lg border border-line bg-surface p-4">
          <pre className="font-mono text-xs leading-5">{EXAMPLE.trimEnd()}</pre>
        </Scroll>
      </figure>
    </>
  );
}
