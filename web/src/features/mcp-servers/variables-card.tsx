import { Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { refusal, useAllowed } from '@/app/session';
import { Badge } from '@/components/badge';
import { Button, IconButton } from '@/components/button';
import { Card } from '@/components/card';
import { Input } from '@/components/field';
import { tell } from '@/components/notices';
import type { Server } from './queries';
import { useForgetVariable, useKeepVariable } from './variable-queries';

type Variable = Server['variables'][number];

/** The `${NAME}` in a server's settings. A value goes in, and never comes out. */
export function VariablesCard({ server }: { server: Server }) {
  if (server.variables.length === 0) return null;
  return (
    <Card title="Variables">
      <p className="mb-3 text-sm text-muted">
        Values are kept encrypted and never shown. Without one, the environment of <code>pegboard serve</code>{' '}
        is asked. A change holds from the next connect.
      </p>
      <ul aria-label="Variables" className="flex flex-col gap-4">
        {server.variables.map((variable) => (
          <VariableItem key={variable.name} toolsetId={server.toolset_id} variable={variable} />
        ))}
      </ul>
    </Card>
  );
}

function VariableItem({ toolsetId, variable }: { toolsetId: string; variable: Variable }) {
  const { name, kept, default: otherwise } = variable;
  const [value, setValue] = useState('');
  const keep = useKeepVariable(toolsetId);
  const forget = useForgetVariable(toolsetId);
  const refused = useAllowed('admin') === 'refused';
  const why = refused ? refusal('admin') : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    keep.mutate(
      { name, value },
      {
        onSuccess: () => {
          setValue('');
          tell(`A value for ${name} is kept.`);
        },
      },
    );
  };
  return (
    <li>
      <p className="flex items-center justify-between gap-2 text-sm">
        <code className="min-w-0 text-xs break-all">{name}</code>
        {kept ? (
          <Badge tone="good">kept</Badge>
        ) : (
          <Badge>{typeof otherwise === 'string' ? 'default' : 'not kept'}</Badge>
        )}
      </p>
      {!kept && otherwise ? (
        <p className="mt-0.5 text-xs break-all text-muted">default: {otherwise}</p>
      ) : null}
      <form onSubmit={submit} className="mt-1.5 flex items-center gap-1.5">
        <Input
          type="password"
          autoComplete="new-password"
          aria-label={`Value for ${name}`}
          placeholder={kept ? 'another value' : 'value'}
          disabled={refused}
          title={why}
          value={value}
          onChange={(event) => setValue(event.target.value)}
        />
        <Button type="submit" busy={keep.isPending} disabled={refused || value === ''}>
          Keep
        </Button>
        {kept ? (
          <IconButton
            icon={Trash2}
            label={`Forget the value of ${name}`}
            disabled={refused || forget.isPending}
            onClick={() =>
              forget.mutate(name, { onSuccess: () => tell(`The value of ${name} is forgotten.`) })
            }
          />
        ) : null}
      </form>
    </li>
  );
}
