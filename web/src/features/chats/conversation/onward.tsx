import { CornerDownRight } from 'lucide-react';
import type { Branches } from '../branches';
import { firstWords } from '../parts';
import type { Message } from '../queries';

interface Props {
  branches: Branches<Message>;
  /** Where the chat stands. */
  leaf: string | null;
  movable: boolean;
  onGoTo: (message: string) => void;
}

/** The branches below the place where the chat stands: no arrows lead there. */
export function Onward({ branches, leaf, movable, onGoTo }: Props) {
  const next = branches.childrenOf(leaf);
  if (next.length === 0) return null;
  return (
    <nav aria-label="Branches that go on from here" className="flex flex-col items-start gap-1 pb-4 text-sm">
      <p className="text-muted">The conversation goes on from here:</p>
      {next.map((message) => (
        <button
          key={message.id}
          type="button"
          disabled={!movable}
          onClick={() => onGoTo(message.id)}
          className="flex min-h-8 max-w-full items-center gap-2 rounded-md px-2 hover:bg-sunken disabled:opacity-60"
        >
          <CornerDownRight aria-hidden size={15} className="shrink-0 text-muted" />
          <span className="truncate">{firstWords(message.content) || 'Calls of tools'}</span>
        </button>
      ))}
    </nav>
  );
}
