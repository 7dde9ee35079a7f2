import { useState } from 'react';
import { refusal, useAllowed } from '@/app/session';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { counted } from '@/components/counted';
import { Input } from '@/components/field';
import { ProblemNote } from '@/components/problem-note';
import { Sentence } from '@/components/sentence';
import { SkeletonRows } from '@/components/skeleton';
import { ChestRow } from './chest-row';
import { type Chest, useChangeChest, useChest, useInitialise, useResetChest, useShownTools } from './queries';
import { shelvesOf, tokensOf } from './shelves';

/** From so many toolsets on, typing is faster than looking. */
const FILTER_FROM = 8;

/** Which toolsets the chat's model has at hand, and the ways to change that. */
export function ChestCard({ chatId }: { chatId: string }) {
  const chest = useChest(chatId);
  return (
    <Card title="Chest" actions={chest.data ? <Mode chatId={chatId} chest={chest.data} /> : null}>
      {chest.isPending ? <SkeletonRows count={3} /> : null}
      {chest.isError ? <ProblemNote error={chest.error} retry={() => void chest.refetch()} /> : null}
      {chest.data ? <Shelves chatId={chatId} chest={chest.data} /> : null}
    </Card>
  );
}

/** Whether somebody chose, and the way back where so. */
function Mode({ chatId, chest }: { chatId: string; chest: Chest }) {
  const reset = useResetChest(chatId);
  const refused = useAllowed('run') === 'refused';
  if (chest.mode === 'automatic') return <span className="text-xs text-muted">automatic</span>;
  return (
    <Button
      busy={reset.isPending}
      disabled={refused}
      title={refused ? refusal('run') : 'Forget what was chosen for this chat'}
      onClick={() => reset.mutate()}
    >
      Back to automatic
    </Button>
  );
}

function Shelves({ chatId, chest }: { chatId: string; chest: Chest }) {
  const [filter, setFilter] = useState('');
  const refused = useAllowed('run') === 'refused';
  const change = useChangeChest(chatId);
  const initialise = useInitialise(chatId);
  const warnings = [...new Set([...chest.warnings, ...(change.data?.warnings ?? [])])];
  return (
    <div className="flex flex-col gap-4 text-sm">
      <Told chatId={chatId} chest={chest} />
      {warnings.length > 0 ? (
        <ul role="status" className="list-disc rounded-md bg-warn-soft py-2 pr-3 pl-7">
          {warnings.map((warning) => (
            <li key={warning} className="break-words">
              <Sentence text={warning} />
            </li>
          ))}
        </ul>
      ) : null}
      {chest.toolsets.length >= FILTER_FROM ? (
        <Input
          type="search"
          aria-label="Filter the chest"
          placeholder="Filter by name"
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      ) : null}
      {shelvesOf(chest, filter).map((shelf) => (
        <section
          key={shelf.state}
          aria-label={shelf.label}
          className="last:[&>ul]:-mb-4 last:[&>ul]:border-b-0"
        >
          <h3 className="mb-1 text-xs font-semibold text-muted">
            {shelf.label} <span className="font-normal tabular-nums">{shelf.toolsets.length}</span>
          </h3>
          <ul className="-mx-4 divide-y divide-line border-y border-line">
            {shelf.toolsets.map((toolset) => (
              <ChestRow
                key={toolset.id}
                toolset={toolset}
                disabled={refused}
                onDo={(doing) => change.mutate({ doing, id: toolset.id })}
                initialising={initialise.isPending}
                onInitialise={() => initialise.mutate()}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

/** What the model is told of, and what that costs. */
function Told({ chatId, chest }: { chatId: string; chest: Chest }) {
  const shown = useShownTools(chatId);
  const all = chest.toolsets.reduce((sum, { tools }) => sum + tools, 0);
  const tools = shown.data?.tools;
  if (!tools) return null;
  return (
    <p className="text-muted">
      A model in this chat is told of{' '}
      <span className="font-medium text-ink tabular-nums">
        {tools.length === all ? counted(all, 'tool') : `${tools.length} of ${counted(all, 'tool')}`}
      </span>
      , about <span className="font-medium text-ink tabular-nums">{counted(tokensOf(tools), 'token')}</span>.{' '}
      {chest.mode === 'automatic' ? 'Change a toolset to choose for this chat.' : null}
    </p>
  );
}
