import { Link } from '@tanstack/react-router';
import { Bot } from 'lucide-react';
import type { ReactNode } from 'react';
import { MarkdownText } from '@/features/renderers';
import type { NestedCall, WorkerTurn } from './turn';

interface Props {
  chatId: string;
  turn: WorkerTurn;
  /** What it is saying just now. */
  saying: string;
  /** Shows a call of the worker. */
  each: (call: NestedCall) => ReactNode;
}

/** What a worker said and did with the work that it was handed. */
export function WorkerTurnView({ chatId, turn, saying, each }: Props) {
  return (
    <div className="flex min-w-0 flex-col gap-2 border-l-2 border-accent-soft pl-3">
      <p className="flex items-center gap-1.5 text-xs font-medium text-muted">
        <Bot aria-hidden size={14} />
        <Link to="/workers/$workerName" params={{ workerName: turn.worker }} className="hover:underline">
          {turn.worker}
        </Link>
      </p>
      {turn.parts.map((part, at) =>
        part.type === 'text' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts only grow at their end
          <MarkdownText key={at} text={part.text} chatId={chatId} />
        ) : (
          each(part)
        ),
      )}
      {saying ? <MarkdownText text={saying} chatId={chatId} /> : null}
    </div>
  );
}
