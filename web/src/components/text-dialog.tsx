import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from './button';
import { Dialog } from './dialog';
import { Field, Input } from './field';
import { ProblemNote } from './problem-note';

interface Props {
  title: string;
  /** What the text is: the field's label. */
  label: string;
  about?: ReactNode;
  /** The verb on the button. */
  action: string;
  initial: string;
  /** What is wrong with a text, or `null`. The server checks it again. */
  faultOf: (text: string) => string | null;
  onClose: () => void;
  /** Ends well, which closes the window, or throws what went wrong. */
  onText: (text: string) => Promise<unknown>;
}

/** Asks for one line of text, and stays open with the reason where it was not taken. */
export function TextDialog({ title, label, about, action, initial, faultOf, onClose, onText }: Props) {
  const [text, setText] = useState(initial);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const fault = faultOf(text);
  const untouched = text === initial || text === '';

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (fault) return;
    setBusy(true);
    setProblem(null);
    try {
      await onText(text);
      onClose();
    } catch (error) {
      setProblem(error);
      setBusy(false);
    }
  };

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label={label} about={about} error={untouched ? undefined : (fault ?? undefined)}>
          {(parts) => (
            <Input
              {...parts}
              value={text}
              spellCheck={false}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        {problem ? <ProblemNote error={problem} /> : null}
        <Button type="submit" look="primary" busy={busy} disabled={fault !== null || text === initial}>
          {action}
        </Button>
      </form>
    </Dialog>
  );
}
