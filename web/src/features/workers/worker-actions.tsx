import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { download } from '@/api/download';
import { refusal, useAllowed } from '@/app/session';
import { Button } from '@/components/button';
import { Confirm } from '@/components/confirm';
import { tell, tellProblem } from '@/components/notices';
import { useRemoveWorker, type Worker } from './queries';

/** What can be done with a worker as a whole. */
export function WorkerActions({ worker }: { worker: Worker }) {
  const [asked, setAsked] = useState(false);
  const navigate = useNavigate();
  const refused = useAllowed('admin') === 'refused';
  const remove = useRemoveWorker(worker.name);
  const exported = useMutation({
    mutationFn: () => download(`/workers/${encodeURIComponent(worker.name)}/export`, `${worker.name}.zip`),
    onError: tellProblem,
  });
  const brought = worker.toolsets.filter(({ source }) => source === 'package' || source === 'module');
  return (
    <>
      <Button icon={Download} busy={exported.isPending} onClick={() => exported.mutate()}>
        Export
      </Button>
      <Button
        look="danger"
        icon={Trash2}
        disabled={refused}
        title={refused ? refusal('admin') : undefined}
        onClick={() => setAsked(true)}
      >
        Remove…
      </Button>
      <Confirm
        open={asked}
        onOpenChange={setAsked}
        title={`Remove the worker ${worker.name}?`}
        action="Remove"
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              tell(`${worker.name} is removed.`);
              void navigate({ to: '/workers' });
            },
            onError: tellProblem,
          })
        }
      >
        <p>Its file is gone then; export it first to keep it. Its calls stay in the record.</p>
        {brought.length > 0 ? (
          <p className="mt-2">
            With it go the toolsets that it brought: {brought.map(({ name }) => name).join(', ')}.
          </p>
        ) : null}
      </Confirm>
    </>
  );
}
