import { ArrowLeftRight, RotateCcw } from 'lucide-react';
import type { Schemas } from '@/api/client';
import { Badge } from '@/components/badge';
import { Button, IconButton } from '@/components/button';
import { classNames } from '@/components/class-names';
import { Moment } from '@/components/moment';
import { ProblemNote } from '@/components/problem-note';
import { SkeletonRows } from '@/components/skeleton';
import { lanesOf } from './lanes';
import { Lanes } from './lanes-view';
import { useHistory } from './queries';

interface Props {
  chatId: string;
  /** The state that the workspace has now. */
  active: string | null;
  /** The state that is looked at. */
  shown: string | undefined;
  onShow: (manifest: string) => void;
  onCompare: (manifest: string) => void;
  onRestore: (manifest: string) => void;
}

const words: Record<string, string> = {
  tool_run: 'a call changed it',
  user_upload: 'uploaded',
  edit: 'edited',
  branch: 'branch',
};

/** Every state that the workspace ever had, newest first, with the branches as lines. */
export function History({ chatId, active, shown, onShow, onCompare, onRestore }: Props) {
  const history = useHistory(chatId);
  if (history.isPending) return <SkeletonRows />;
  if (history.error) return <ProblemNote error={history.error} retry={() => void history.refetch()} />;
  const states = history.data.pages.flatMap((page) => page.items);
  const rows = lanesOf(states);
  const width = Math.max(1, ...rows.map((row) => 1 + Math.max(row.lane, ...row.above, ...row.below)));
  if (states.length === 0) return <p className="text-sm text-muted">Nothing has changed here yet.</p>;
  return (
    <div className="max-h-[65dvh] overflow-y-auto">
      <ol>
        {states.map((state, index) => (
          <li
            key={state.id}
            className={classNames(
              'group flex items-stretch gap-2 rounded',
              shown === state.id && 'bg-accent-soft',
            )}
          >
            <Lanes row={rows[index]} width={width} filled={state.id === active} />
            <button
              type="button"
              onClick={() => onShow(state.id)}
              aria-current={shown === state.id ? 'true' : undefined}
              className="flex min-w-0 flex-1 flex-col py-1.5 text-left text-sm"
            >
              <span className="flex flex-wrap items-center gap-2">
                {describe(state)}
                {state.id === active ? <Badge tone="accent">now</Badge> : null}
              </span>
              <span className="text-xs text-muted">
                <Moment at={state.created_at} /> · <code>{state.id.slice(-8)}</code>
              </span>
            </button>
            <span className="flex items-center">
              <IconButton
                icon={ArrowLeftRight}
                label={`Compare ${state.id.slice(-8)} with what is shown`}
                onClick={() => onCompare(state.id)}
              />
              <IconButton
                icon={RotateCcw}
                label={`Restore ${state.id.slice(-8)}`}
                disabled={state.id === active}
                onClick={() => onRestore(state.id)}
              />
            </span>
          </li>
        ))}
      </ol>
      {history.hasNextPage ? (
        <Button
          className="mt-2"
          busy={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          Older
        </Button>
      ) : null}
    </div>
  );
}

function describe(state: Schemas['Manifest']): string {
  return words[state.source] ?? state.source;
}
