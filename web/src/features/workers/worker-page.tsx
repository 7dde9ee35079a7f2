import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { workerSearch } from '@/app/search';
import { Awaited } from '@/components/awaited';
import { isMissing } from '@/components/not-there';
import { Page } from '@/components/page';
import { startingText } from './example';
import { useWorker } from './queries';
import { WorkerActions } from './worker-actions';
import { WorkerEditor } from './worker-editor';

/** One worker: its file, and what that comes to. A new one is written here before it is kept. */
export function WorkerPage() {
  const { workerName } = useParams({ from: '/workers/$workerName' });
  const { new: fresh } = useSearch({
    from: '/workers/$workerName',
    select: workerSearch,
    structuralSharing: true,
  });
  const navigate = useNavigate();
  const { data: worker, error, refetch } = useWorker(workerName);
  const kept = () =>
    void navigate({ to: '/workers/$workerName', params: { workerName }, search: {}, replace: true });
  if (!worker && fresh && isMissing(error)) {
    return (
      <Page title={workerName} about="It is kept when you say so." trail={<Trail />}>
        <WorkerEditor
          key={workerName}
          name={workerName}
          kept={null}
          initial={startingText(workerName)}
          onKept={kept}
        />
      </Page>
    );
  }
  return (
    <Page
      title={workerName}
      about={worker?.description}
      trail={<Trail />}
      actions={worker ? <WorkerActions worker={worker} /> : null}
    >
      {worker ? (
        <WorkerEditor key={workerName} name={workerName} kept={worker} initial={worker.text} onKept={kept} />
      ) : (
        <Awaited error={error} what="worker" retry={() => void refetch()}>
          It may have been removed. Those that are here stand under{' '}
          <Link to="/workers" className="text-accent underline">
            Workers
          </Link>
          .
        </Awaited>
      )}
    </Page>
  );
}

function Trail() {
  return (
    <Link to="/workers" className="hover:underline">
      Workers
    </Link>
  );
}
