import { type FormEvent, useState } from 'react';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { tell } from '@/components/notices';
import { ProblemNote } from '@/components/problem-note';
import { Sentence } from '@/components/sentence';
import type { Server } from '../queries';
import { draftOf, settingsOf } from './draft';
import { DraftFields } from './draft-fields';
import { useEditServer } from './queries';

/** Gives a server other settings. What is kept encrypted stays, unless it is written anew. */
export default function EditDialog({ server, onClose }: { server: Server; onClose: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(server));
  const edit = useEditServer(server.server_key);
  const read = settingsOf(draft);
  const fault = 'fault' in read ? read.fault : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!('settings' in read)) return;
    const { title, enabled, lazy, cwd } = server;
    const settings = {
      ...read.settings,
      title,
      enabled,
      lazy,
      ...(draft.way === 'command' && cwd ? { cwd } : {}),
    };
    edit.mutate(settings, {
      onSuccess: () => {
        tell(`${server.id} is changed.`);
        onClose();
      },
    });
  };
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={`Change ${server.id}`}
      about="Its connections end; the next need of one of its tools connects with the new settings."
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <DraftFields draft={draft} onChange={(to) => setDraft({ ...draft, ...to })} named />
        {fault ? (
          <p role="status" className="text-sm text-bad">
            <Sentence text={fault} />
          </p>
        ) : null}
        {edit.error ? <ProblemNote error={edit.error} /> : null}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={edit.isPending} disabled={fault !== null}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
