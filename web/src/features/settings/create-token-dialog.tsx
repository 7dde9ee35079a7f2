import { type FormEvent, useId, useState } from 'react';
import type { Schemas } from '@/api/client';
import type { Scope } from '@/app/session';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { Field, Input } from '@/components/field';
import { ProblemNote } from '@/components/problem-note';
import { useCreateToken } from './queries';
import { ScopeChoice } from './scope-choice';

/** As the server has it. */
const NAME_MAX = 100;

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onCreated: (token: Schemas['NewToken']) => void;
}

export function CreateTokenDialog({ open, onOpenChange, onCreated }: Props) {
  const form = useId();
  const create = useCreateToken();
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>('run');

  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate(
      { name: name.trim(), scope },
      {
        onSuccess: (token) => {
          setName('');
          setScope('run');
          onCreated(token);
        },
      },
    );
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(to) => {
        create.reset();
        onOpenChange(to);
      }}
      title="Create a token"
      about="Its secret is shown once, right after this."
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button
            type="submit"
            form={form}
            look="primary"
            disabled={name.trim() === ''}
            busy={create.isPending}
          >
            Create
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Name" about="Who or what will use it, such as “laptop” or “nightly job”.">
          {(parts) => (
            <Input
              {...parts}
              autoComplete="off"
              maxLength={NAME_MAX}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <ScopeChoice value={scope} onChange={setScope} />
        {create.error ? <ProblemNote error={create.error} /> : null}
      </form>
    </Dialog>
  );
}
