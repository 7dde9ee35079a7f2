import { useNavigate } from '@tanstack/react-router';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { Schemas } from '@/api/client';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { tell } from '@/components/notices';
import { ProblemNote } from '@/components/problem-note';
import { CodeEditor } from '@/features/renderers';
import { readArguments } from './edited-arguments';
import { useRerun } from './queries';

interface Props {
  call: Schemas['Call'];
  onClose: () => void;
}

/** Runs a call again from where it began, with its arguments or with others. */
export default function RerunDialog({ call, onClose }: Props) {
  const navigate = useNavigate();
  const rerun = useRerun(call.id);
  const before = JSON.stringify(call.args, null, 2);
  const [text, setText] = useState(before);
  const read = readArguments(text);
  const run = () => {
    if (!read.ok) return;
    rerun.mutate(text === before ? null : read.args, {
      onSuccess: (again) => {
        onClose();
        tell(
          again.status === 'pending'
            ? 'It waits for approval, beside the first.'
            : 'It ran again, beside the first.',
        );
        void navigate({ to: '/calls/$callId', params: { callId: again.id } });
      },
    });
  };
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => (open || rerun.isPending ? undefined : onClose())}
      title="Run again on a branch"
      about="It starts from the workspace as it was before this call, on a branch beside it, and the chat goes there. Nothing of what came after is lost: the chat’s history has both branches."
      footer={
        <>
          <Button onClick={onClose} disabled={rerun.isPending}>
            Back
          </Button>
          <Button look="primary" icon={RotateCw} busy={rerun.isPending} disabled={!read.ok} onClick={run}>
            {rerun.isPending ? 'Running' : text === before ? 'Run again' : 'Run with these arguments'}
          </Button>
        </>
      }
    >
      <h3 className="mb-1 text-sm font-medium">Arguments</h3>
      <CodeEditor label="Arguments" language="json" value={text} onChange={setText} maxHeight="20rem" />
      <p role="status" className="mt-1 min-h-5 text-xs text-bad">
        {read.ok ? '' : read.why}
      </p>
      {rerun.isError ? <ProblemNote error={rerun.error} /> : null}
    </Dialog>
  );
}
