import { Link } from '@tanstack/react-router';
import { Badge } from '@/components/badge';
import { Moment } from '@/components/moment';
import type { WorkerSummary } from './queries';

/** One worker of the list: what it is for, and with what. */
export function WorkerRow({ worker }: { worker: WorkerSummary }) {
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1.5 px-4 py-3.5 hover:bg-sunken/40">
      <div className="min-w-0 flex-1 basis-72">
        <Link
          to="/workers/$workerName"
          params={{ workerName: worker.name }}
          className="font-semibold hover:underline"
        >
          {worker.name}
        </Link>
        {worker.description ? (
          <p className="mt-0.5 text-sm break-words text-muted">{worker.description}</p>
        ) : null}
        <p className="mt-1.5 flex flex-wrap gap-1.5">
          {worker.toolsets.map((toolset) => (
            <Badge key={toolset}>{toolset}</Badge>
          ))}
          {worker.toolsets.length === 0 ? <Badge>no tools</Badge> : null}
        </p>
      </div>
      <p className="text-right text-xs text-muted">
        {worker.model ? <code className="block">{worker.model}</code> : null}
        changed <Moment at={worker.updated_at} />
      </p>
    </li>
  );
}
