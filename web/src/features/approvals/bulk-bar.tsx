import { CheckCheck, ListX, X } from 'lucide-react';
import type { Schemas } from '@/api/client';
import { Button } from '@/components/button';
import { type Entry, isOpen } from './inbox';

type Call = Schemas['Call'];

interface Props {
  entries: readonly Entry[];
  chosen: ReadonlySet<string>;
  onApprove: (calls: readonly Call[]) => void;
  onDeny: (calls: readonly Call[]) => void;
  onClear: () => void;
}

/** How many wait, and what can be done with several: with those chosen, or with all. */
export function BulkBar({ entries, chosen, onApprove, onDeny, onClear }: Props) {
  const open = entries.filter(isOpen).map((entry) => entry.call);
  const picked = open.filter((call) => chosen.has(call.id));
  const calls = picked.length > 0 ? picked : open;
  const which = picked.length > 0 ? `${picked.length} chosen` : `all ${open.length}`;
  const over = entries.some(({ decision }) => decision?.state === 'taken');
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p role="status" className="w-full text-sm text-muted sm:mr-auto sm:w-auto">
        {open.length === 0
          ? 'Nothing waits any more.'
          : open.length === 1
            ? 'One call waits.'
            : `${open.length} calls wait.`}
        {open.length > 0 ? (
          <span className="hidden md:inline">
            {' '}
            <Key name="j" /> <Key name="k" /> go, <Key name="a" /> approves, <Key name="d" /> denies.
          </span>
        ) : null}
      </p>
      {over ? (
        <Button look="quiet" icon={ListX} onClick={onClear}>
          Clear what is over
        </Button>
      ) : null}
      {open.length > 1 ? (
        <>
          <Button icon={CheckCheck} onClick={() => onApprove(calls)}>
            Approve {which}…
          </Button>
          <Button look="danger" icon={X} onClick={() => onDeny(calls)}>
            Deny {which}…
          </Button>
        </>
      ) : null}
    </div>
  );
}

function Key({ name }: { name: string }) {
  return <kbd className="rounded border border-line bg-sunken px-1 font-mono text-xs text-ink">{name}</kbd>;
}
