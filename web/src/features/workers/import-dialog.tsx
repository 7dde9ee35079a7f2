import { useNavigate } from '@tanstack/react-router';
import { FileUp } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { Field, Input } from '@/components/field';
import { tell } from '@/components/notices';
import { ProblemNote } from '@/components/problem-note';
import { Progress } from '@/components/progress';
import { type Chosen, chosenFrom, pathFault } from './chosen';
import { useImportWorker } from './queries';
import { useProgress } from './use-progress';

/** Brings a worker in: as a file, as a ZIP with its modules, or from the server's machine. */
export default function ImportDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const progress = useProgress();
  const { mutate, isPending, error } = useImportWorker(progress.id);
  const [fault, setFault] = useState<string | null>(null);
  const bring = (chosen: Chosen) =>
    mutate(chosen, {
      onSuccess: ({ name }) => {
        tell(`${name} is kept.`);
        onClose();
        void navigate({ to: '/workers/$workerName', params: { workerName: name }, search: {} });
      },
    });
  const choose = async (files: FileList | null) => {
    const file = files?.[0];
    if (!file) return;
    const chosen = await chosenFrom(file);
    setFault(typeof chosen === 'string' ? chosen : null);
    if (typeof chosen !== 'string') bring(chosen);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Import a worker"
      about="One that is here under the same name is replaced. Packages that it names are installed without running their scripts; their tools ask unless the worker says otherwise."
    >
      <div className="flex flex-col gap-5">
        {error ? <ProblemNote error={error} /> : null}
        {isPending ? (
          <div role="status" className="flex flex-col gap-2 text-sm text-muted">
            {progress.step ?? 'Sending it to the server'}
            <Progress label="Importing the worker" />
          </div>
        ) : (
          <>
            <ChooseFile fault={fault} onFiles={(files) => void choose(files)} />
            <PathForm onPath={(path) => bring({ kind: 'path', path })} />
          </>
        )}
      </div>
    </Dialog>
  );
}

function ChooseFile({ fault, onFiles }: { fault: string | null; onFiles: (files: FileList | null) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="pegs flex flex-col items-center gap-3 rounded-lg border border-dashed border-strong-line px-6 py-8 text-center">
      <p className="bg-surface px-2 text-sm">
        A <code>NAME.worker</code> file, or a ZIP of one with its modules
      </p>
      <Button icon={FileUp} onClick={() => input.current?.click()}>
        Choose a file…
      </Button>
      <input
        ref={input}
        type="file"
        accept=".worker,.zip"
        aria-label="File of a worker"
        hidden
        onChange={(event) => {
          onFiles(event.target.files);
          event.target.value = '';
        }}
      />
      {fault ? (
        <p role="alert" className="bg-surface px-2 text-sm text-bad">
          {fault}
        </p>
      ) : null}
    </div>
  );
}

function PathForm({ onPath }: { onPath: (path: string) => void }) {
  const [path, setPath] = useState('');
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = pathFault(path);
    setFault(found);
    if (!found) onPath(path.trim());
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-3">
      <Field
        label="Or a file on the server’s machine"
        about="Its absolute path. Where it names modules, its folder comes along."
        error={fault}
      >
        {(parts) => (
          <Input
            {...parts}
            spellCheck={false}
            autoCapitalize="off"
            className="font-mono"
            placeholder="/home/me/workers/reviewer.worker"
            value={path}
            onChange={(event) => {
              setFault(undefined);
              setPath(event.target.value);
            }}
          />
        )}
      </Field>
      <Button type="submit" className="self-end" disabled={path.trim() === ''}>
        Import it
      </Button>
    </form>
  );
}
