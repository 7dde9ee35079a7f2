import { Bookmark, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Schemas } from '@/api/client';
import { Button, IconButton } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { Field, Input } from '@/components/field';
import { Moment } from '@/components/moment';
import { tellProblem } from '@/components/notices';
import { ProblemNote } from '@/components/problem-note';
import { SkeletonRows } from '@/components/skeleton';
import type { Args } from '../form/json-schema';
import { useDeleteInput, useSavedInputs, useSaveInput } from './queries';

/** The server keeps no longer name. */
const NAME_MAX = 80;

interface Props {
  toolId: string;
  /** What stands in the form now; `null` while its JSON cannot be read. */
  args: Args | null;
  onLoad: (args: Args) => void;
}

/** What was just done, with what undoes it. It stands in the window, where it can be reached. */
interface Done {
  text: string;
  /** What to keep again under its name. */
  back: Schemas['SavedInput'] | null;
}

/** Arguments under names: kept, taken up again, overwritten, deleted. */
export function SavedInputs({ toolId, args, onLoad }: Props) {
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState<Done | null>(null);
  const { data: inputs } = useSavedInputs(toolId);
  const change = (next: boolean) => {
    setOpen(next);
    setDone(null);
  };
  return (
    <>
      <Button icon={Bookmark} onClick={() => change(true)}>
        Saved inputs{inputs && inputs.length > 0 ? ` (${inputs.length})` : ''}
      </Button>
      <Dialog
        open={open}
        onOpenChange={change}
        title="Saved inputs"
        about="Arguments that you use again, each under a name."
      >
        <div className="flex flex-col gap-4">
          {args ? <SaveForm toolId={toolId} args={args} onDone={setDone} /> : null}
          <DoneNote toolId={toolId} done={done} onDone={setDone} />
          <Kept
            toolId={toolId}
            onDone={setDone}
            onLoad={(input) => {
              onLoad(input.args);
              change(false);
            }}
          />
        </div>
      </Dialog>
    </>
  );
}

interface PartProps {
  toolId: string;
  onDone: (done: Done | null) => void;
}

function SaveForm({ toolId, args, onDone }: PartProps & { args: Args }) {
  const [name, setName] = useState('');
  const { data: inputs = [] } = useSavedInputs(toolId);
  const save = useSaveInput(toolId);
  const wanted = name.trim();
  const before = inputs.find((input) => input.name === wanted) ?? null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!wanted) return;
    await save.mutateAsync({ name: wanted, args });
    setName('');
    onDone({ text: before ? `“${wanted}” is overwritten.` : `Saved as “${wanted}”.`, back: before });
  };
  return (
    <form onSubmit={(event) => void submit(event).catch(() => undefined)} className="flex flex-col gap-3">
      <Field
        label="Save the present arguments as"
        about={before ? 'There is one of this name: saving replaces it.' : undefined}
      >
        {(parts) => (
          <span className="flex gap-2">
            <Input
              {...parts}
              autoComplete="off"
              maxLength={NAME_MAX}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <Button type="submit" look="primary" busy={save.isPending} disabled={wanted === ''}>
              {before ? 'Overwrite' : 'Save'}
            </Button>
          </span>
        )}
      </Field>
      {save.isError ? <ProblemNote error={save.error} /> : null}
    </form>
  );
}

function DoneNote({ toolId, done, onDone }: PartProps & { done: Done | null }) {
  const save = useSaveInput(toolId);
  const back = done?.back;
  return (
    <p role="status" className="flex min-h-5 items-center gap-3 text-sm empty:hidden">
      {done?.text}
      {back ? (
        <button
          type="button"
          className="font-medium text-accent underline"
          onClick={() => save.mutate(back, { onSuccess: () => onDone(null), onError: tellProblem })}
        >
          Undo
        </button>
      ) : null}
    </p>
  );
}

function Kept({ toolId, onDone, onLoad }: PartProps & { onLoad: (input: Schemas['SavedInput']) => void }) {
  const inputs = useSavedInputs(toolId);
  const remove = useDeleteInput(toolId);
  if (inputs.isError) return <ProblemNote error={inputs.error} retry={() => void inputs.refetch()} />;
  if (!inputs.data) return <SkeletonRows count={3} />;
  if (inputs.data.length === 0)
    return <p className="text-sm text-muted">Nothing is saved for this tool yet.</p>;
  const forget = (input: Schemas['SavedInput']) =>
    remove.mutate(input, {
      onSuccess: () => onDone({ text: `“${input.name}” is deleted.`, back: input }),
    });
  return (
    <ul aria-label="Saved inputs" className="divide-y divide-line rounded-md border border-line">
      {inputs.data.map((input) => (
        <li key={input.name} className="flex items-center gap-2 px-3 py-2">
          <div className="min-w-0 flex-1">
            <p className="truncate text-sm font-medium">{input.name}</p>
            <p className="truncate text-xs text-muted">
              <Moment at={input.updated_at} /> · <code>{JSON.stringify(input.args)}</code>
            </p>
          </div>
          <Button onClick={() => onLoad(input)}>
            Load<span className="sr-only"> {input.name}</span>
          </Button>
          <IconButton icon={Trash2} label={`Delete ${input.name}`} onClick={() => forget(input)} />
        </li>
      ))}
    </ul>
  );
}
