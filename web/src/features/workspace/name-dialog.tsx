import { type FormEvent, useState } from 'react';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { Field, Input } from '@/components/field';
import { ProblemNote } from '@/components/problem-note';
import { faultOf } from './paths';

interface Props {
  title: string;
  action: string;
  initial: string;
  onClose: () => void;
  /** Ends well, or throws what went wrong. */
  onName: (path: string) => Promise<unknown>;
}

/** Asks for a path inside the workspace. */
export function NameDialog({ title, action, initial, onClose, onName }: Props) {
  const [path, setPath] = useState(initial);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const fault = faultOf(path);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (fault) return;
    setBusy(true);
    setProblem(null);
    try {
      await onName(path);
      onClose();
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Path"
          about="Folders are made as needed: notes/today.md"
          error={path === initial || path === '' ? undefined : (fault ?? undefined)}
        >
          {(parts) => (
            <Input
              {...parts}
              value={path}
              spellCheck={false}
              onChange={(event) => setPath(event.target.value)}
            />
          )}
        </Field>
        {problem ? <ProblemNote error={problem} /> : null}
        <Button type="submit" look="primary" busy={busy} disabled={fault !== null || path === initial}>
          {action}
        </Button>
      </form>
    </Dialog>
  );
}
