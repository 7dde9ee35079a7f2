import { type FormEvent, useState } from 'react';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { Field, Input, TextArea } from '@/components/field';
import { tell } from '@/components/notices';
import { ProblemNote } from '@/components/problem-note';
import { type Schedule, useChangeSchedule } from './queries';
import { readWritten, type Written, writtenOf } from './written';

interface Props {
  toolId: string;
  name: string;
  /** The present one; `null` where the tool does not run by itself yet. */
  schedule: Schedule | null;
  onClose: () => void;
}

/** Says when a tool runs by itself, with which arguments, and what its result is put behind. */
export function EditSchedule({ toolId, name, schedule, onClose }: Props) {
  const [written, setWritten] = useState<Written>(() => writtenOf(schedule));
  const change = useChangeSchedule(toolId);
  const { change: wanted, argsFault } = readWritten(written, schedule);
  const set = (key: keyof Written) => (event: { target: { value: string } }) =>
    setWritten((before) => ({ ...before, [key]: event.target.value }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!wanted) return;
    change.mutate(wanted, {
      onSuccess: (kept) => {
        tell(`${name} runs by itself ${kept.description}.`);
        onClose();
      },
    });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`When ${name} runs by itself`}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field
          label="Schedule"
          about={
            <>
              <code>*/30</code> is every 30 minutes; also <code>@every 2h</code>, <code>@daily</code>, or five
              fields such as <code>0 8 * * MON-FRI</code>.
            </>
          }
        >
          {(parts) => (
            <Input
              {...parts}
              className="font-mono"
              spellCheck={false}
              value={written.schedule}
              onChange={set('schedule')}
            />
          )}
        </Field>
        <Field label="Time zone" about="A name such as Europe/Malta.">
          {(parts) => (
            <Input
              {...parts}
              spellCheck={false}
              placeholder="UTC"
              value={written.timezone}
              onChange={set('timezone')}
            />
          )}
        </Field>
        <Field label="Prompt" about="What an agent is told to do; what the tool answers is put behind it.">
          {(parts) => <TextArea {...parts} rows={3} value={written.prompt} onChange={set('prompt')} />}
        </Field>
        <Field
          label="Arguments"
          about="What the tool is called with, as JSON."
          error={argsFault ?? undefined}
        >
          {(parts) => (
            <TextArea {...parts} rows={3} spellCheck={false} value={written.args} onChange={set('args')} />
          )}
        </Field>
        {change.error ? <ProblemNote error={change.error} /> : null}
        <Button type="submit" look="primary" busy={change.isPending} disabled={!wanted}>
          Save
        </Button>
      </form>
    </Dialog>
  );
}
