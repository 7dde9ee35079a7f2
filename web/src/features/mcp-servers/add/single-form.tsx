import { FlaskConical, Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Schemas } from '@/api/client';
import { Button } from '@/components/button';
import { ProblemNote } from '@/components/problem-note';
import { Sentence } from '@/components/sentence';
import { useTestServer } from '../queries';
import { TestOutcome } from '../test/test-outcome';
import { type Draft, emptyDraft, settingsOf } from './draft';
import { DraftFields } from './draft-fields';
import { useAddServers } from './queries';

interface Props {
  way: Draft['way'];
  onAdded: (added: Schemas['AddedServers']) => void;
}

/** One server, which can be tried before it is added. */
export function SingleForm({ way, onAdded }: Props) {
  const [draft, setDraft] = useState<Draft>({ ...emptyDraft, way });
  const add = useAddServers();
  const test = useTestServer();
  const read = settingsOf(draft);
  const fault = 'fault' in read ? read.fault : null;
  const untouched = draft.line.trim() === '' && draft.url.trim() === '';
  const change = (to: Partial<Draft>) => {
    setDraft({ ...draft, ...to });
    // What was found out is about what stood there before.
    test.reset();
    add.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if ('settings' in read) add.mutate({ server: read.settings }, { onSuccess: onAdded });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <DraftFields draft={draft} onChange={change} />
      {fault && !untouched ? (
        <p role="status" className="text-sm text-bad">
          <Sentence text={fault} />
        </p>
      ) : null}
      <TestOutcome test={test} />
      {add.error ? <ProblemNote error={add.error} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          icon={FlaskConical}
          busy={test.isPending}
          disabled={fault !== null}
          onClick={() => 'settings' in read && test.mutate({ server: read.settings })}
        >
          Test first
        </Button>
        <Button type="submit" look="primary" icon={Plus} busy={add.isPending} disabled={fault !== null}>
          Add
        </Button>
      </div>
    </form>
  );
}
