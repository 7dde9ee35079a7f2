import { CircleAlert, CircleCheck, FlaskConical } from 'lucide-react';
import { Button } from '@/components/button';
import { messageOf } from '@/components/problem-note';
import { type Owner, useConfigTest } from './queries';

interface Props {
  owner: Owner;
  /** What is written and not kept is not tested. */
  unsaved: boolean;
}

/** Asks the server whether everything that is needed is there. */
export function ConfigTest({ owner, unsaved }: Props) {
  const { mutate, isPending, data, error } = useConfigTest(owner);
  const good = data?.ok === true && !error;
  const said = error ? messageOf(error) : data?.message;
  const Icon = good ? CircleCheck : CircleAlert;
  return (
    <>
      <Button icon={FlaskConical} busy={isPending} disabled={unsaved} onClick={() => mutate()}>
        Test
      </Button>
      <p
        role="status"
        className={`flex min-w-0 items-center gap-1.5 text-sm ${good ? 'text-good' : 'text-bad'}`}
      >
        {said && !unsaved ? (
          <>
            <Icon aria-hidden size={16} className="shrink-0" />
            <span className="min-w-0 break-words">{said}</span>
          </>
        ) : null}
        {unsaved ? <span className="text-muted">Save first: only what is kept is tested.</span> : null}
      </p>
    </>
  );
}
