import { type FormEvent, useState } from 'react';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { Field, Input } from '@/components/field';
import { ProblemNote } from '@/components/problem-note';

interface Props {
  title: string;
  action: string;
  initial: string;
  onClose: () => void;
  /** Ends well, or throws what went wrong. */
  onTitle: (title: string) => Promise<unknown>;
}

/** Asks what a chat is called. */
export function TitleDialog({ title, action, initial, onClose, onTitle }: Props) {
  const [text, setText] = useState(initial);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setProblem(null);
    try {
      await onTitle(text.trim());
      onClose();
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Title">
          {(parts) => (
            <Input
              {...parts}
              value={text}
              maxLength={200}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        {problem ? <ProblemNote error={problem} /> : null}
        <Button type="submit" look="primary" busy={busy} disabled={text.trim() === '' || text === initial}>
          {action}
        </Button>
      </form>
    </Dialog>
  );
}
