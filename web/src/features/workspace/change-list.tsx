import { useQueries } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { classNames } from '@/components/class-names';
import { ProblemNote } from '@/components/problem-note';
import { Skeleton } from '@/components/skeleton';
import { TextDiff } from '@/features/renderers';
import { MarkLetter } from './file-tree';
import { type Side, sideOptions } from './queries';
import type { Changed, Mark } from './tree-data';

interface Props {
  chatId: string;
  /** The state before; `null` is the empty workspace. */
  from: string | null;
  /** The state after; `null` is the empty workspace. */
  to: string | null;
  changes: Changed;
}

/** How many paths are listed before the rest is asked for. */
const SHOWN = 200;

/** The paths that differ between two states, each with its lines when it is opened. */
export function ChangeList({ chatId, from, to, changes }: Props) {
  const [limit, setLimit] = useState(SHOWN);
  const all = [
    ...changes.added.map((path) => ({ path, mark: 'added' as const })),
    ...changes.modified.map((path) => ({ path, mark: 'modified' as const })),
    ...changes.removed.map((path) => ({ path, mark: 'removed' as const })),
  ].sort((a, b) => (a.path < b.path ? -1 : 1));
  if (all.length === 0) return <p className="text-sm text-muted">No file changed.</p>;
  return (
    <div className="flex flex-col gap-1">
      <ul className="flex flex-col gap-1">
        {all.slice(0, limit).map(({ path, mark }) => (
          <ChangeRow key={path} chatId={chatId} path={path} mark={mark} from={from} to={to} />
        ))}
      </ul>
      {all.length > limit ? (
        <button
          type="button"
          className="self-start px-2 py-1 text-sm text-accent underline"
          onClick={() => setLimit(limit + SHOWN)}
        >
          {all.length - limit} more
        </button>
      ) : null}
    </div>
  );
}

interface RowProps {
  chatId: string;
  path: string;
  mark: Mark;
  from: string | null;
  to: string | null;
}

function ChangeRow({ chatId, path, mark, from, to }: RowProps) {
  const [open, setOpen] = useState(false);
  return (
    <li className="rounded-md border border-line">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full items-center gap-2 px-2 py-1.5 text-left text-sm hover:bg-sunken"
      >
        <ChevronRight
          aria-hidden
          size={14}
          className={classNames('shrink-0 text-muted transition-transform', open && 'rotate-90')}
        />
        <MarkLetter mark={mark} />
        <code className="min-w-0 flex-1 break-all">{path}</code>
      </button>
      {open ? <Lines chatId={chatId} path={path} mark={mark} from={from} to={to} /> : null}
    </li>
  );
}

const nothing: Side = { is: 'text', text: '' };

function Lines({ chatId, path, mark, from, to }: RowProps) {
  const wanted = [
    ...(mark === 'added' ? [] : [sideOptions(chatId, path, from)]),
    ...(mark === 'removed' ? [] : [sideOptions(chatId, path, to)]),
  ];
  const sides = useQueries({ queries: wanted });
  const failed = sides.find(({ error }) => error);
  if (failed) return <ProblemNote error={failed.error} retry={() => void failed.refetch()} />;
  if (sides.some(({ isPending }) => isPending)) return <Skeleton className="m-2 h-24" />;
  const loaded = sides.map(({ data }) => data ?? nothing);
  const before = mark === 'added' ? nothing : (loaded[0] ?? nothing);
  const after = mark === 'removed' ? nothing : (loaded.at(-1) ?? nothing);
  if (before.is !== 'text' || after.is !== 'text') {
    const large = before.is === 'too large' || after.is === 'too large';
    return <p className="p-3 text-sm text-muted">{large ? 'Too large to compare here.' : 'Not a text.'}</p>;
  }
  return (
    <div className="border-t border-line">
      <TextDiff before={before.text} after={after.text} language={path} />
    </div>
  );
}
