import type { DynamicToolUIPart } from 'ai';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { Badge } from '@/components/badge';
import { duration } from '@/components/moment';
import { StatusIcon, ToolName } from '@/features/calls';
import type { CallSummary } from '../queries';
import { CallBody } from './call-body';
import { PendingCall } from './pending-call';
import { type CallStanding, inShort, isRecorded, standingOf } from './standing';
import { partOf, recordedTurn, turnWaits, type WorkerTurn } from './turn';
import { UnmadeCall } from './unmade-call';
import { WorkerTurnView } from './worker-turn';

export interface ToolCallProps {
  part: DynamicToolUIPart;
  call: CallSummary | undefined;
  /** What is known of the calls below it. */
  nested: Nested;
  /** Whether results are shown at once where there is more to see than text. */
  detailed: boolean;
  /** Decides in the stream; `false` where that is the record's to do. */
  onDecide: (callId: string, approved: boolean, reason?: string) => boolean;
}

/** Where calls below a call, and what its worker says, are found. */
export interface Nested {
  chatId: string;
  calls: ReadonlyMap<string, CallSummary>;
  /** Recorded calls by the call that made them. */
  below?: ReadonlyMap<string, CallSummary[]>;
  /** Turns of workers that are told now, by the call that handed them work. */
  turns?: ReadonlyMap<string, WorkerTurn>;
  /** What workers say just now, by the same. */
  saying?: ReadonlyMap<string, string>;
}

const icons: Record<CallStanding['kind'], 'running' | 'pending' | 'success' | 'error'> = {
  written: 'running',
  running: 'running',
  waiting: 'pending',
  done: 'success',
  failed: 'error',
  denied: 'error',
  refused: 'error',
  answered: 'success',
};

const words: Partial<Record<CallStanding['kind'], string>> = {
  waiting: 'waits for you',
  failed: 'failed',
  denied: 'denied',
  refused: 'not made',
};

/** A call that a model asked for: one line, with what came of it below when it is opened. */
export function ToolCall({ part, call, nested, detailed, onDecide }: ToolCallProps) {
  const body = useId();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const standing = standingOf(part, call);
  const id = part.toolCallId;
  const turn = nested.turns?.get(id) ?? recordedTurn(nested.below?.get(id));
  const open = chosen ?? (turnWaits(turn, nested.calls) || opensItself(standing, part, call, detailed, turn));
  const word = words[standing.kind];
  const Chevron = open ? ChevronDown : ChevronRight;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      role="group"
      aria-label={`Call of ${toolOf(part, call)}`}
      className="min-w-0 overflow-hidden rounded-lg border border-line bg-surface"
    >
      <button
        type="button"
        aria-expanded={open}
        aria-controls={body}
        onClick={() => setChosen(!open)}
        className="flex min-h-10 w-full items-center gap-2 px-3 py-1.5 text-left text-sm hover:bg-sunken"
      >
        <StatusIcon status={icons[standing.kind]} />
        <ToolName id={toolOf(part, call)} className="max-w-full shrink-0 truncate" />
        <span className="min-w-0 flex-1 truncate font-mono text-xs text-muted">{inShort(part.input)}</span>
        {word ? <Badge tone={standing.kind === 'waiting' ? 'warn' : 'bad'}>{word}</Badge> : null}
        <Changes call={call} />
        {call?.duration_ms == null ? null : (
          <span className="hidden text-xs text-muted tabular-nums sm:inline">
            {duration(call.duration_ms)}
          </span>
        )}
        <Chevron aria-hidden size={15} className="shrink-0 text-muted" />
      </button>
      <div id={body} hidden={!open} className="border-t border-line p-3">
        {open ? (
          <div className="flex flex-col gap-3">
            {turn ? (
              <WorkerTurnView
                chatId={nested.chatId}
                turn={turn}
                saying={nested.saying?.get(id) ?? ''}
                each={(below) => (
                  <ToolCall
                    key={below.callId}
                    part={partOf(below)}
                    call={nested.calls.get(below.callId)}
                    nested={nested}
                    detailed={false}
                    // Only the record decides about a worker's calls.
                    onDecide={() => false}
                  />
                )}
              />
            ) : null}
            {turn && standing.kind === 'running' ? null : (
              <Body standing={standing} part={part} onDecide={onDecide} />
            )}
          </div>
        ) : null}
      </div>
    </div>
  );
}

function Body({
  standing,
  part,
  onDecide,
}: { standing: CallStanding } & Pick<ToolCallProps, 'part' | 'onDecide'>) {
  if (!isRecorded(standing)) return <UnmadeCall standing={standing} input={part.input} />;
  if (standing.kind === 'waiting') return <PendingCall callId={part.toolCallId} onDecide={onDecide} />;
  return <CallBody callId={part.toolCallId} />;
}

function Changes({ call }: { call: CallSummary | undefined }) {
  if (!call) return null;
  const { added, modified, removed } = call.changes;
  if (added + modified + removed === 0) return null;
  return (
    <Badge title="files added, modified, removed">
      +{added} ~{modified} −{removed}
    </Badge>
  );
}

/** What a person has to see is open from the beginning; what a renderer shows, where details are wanted. */
function opensItself(
  { kind }: CallStanding,
  part: DynamicToolUIPart,
  call: CallSummary | undefined,
  detailed: boolean,
  turn: WorkerTurn | null,
): boolean {
  if (kind === 'waiting') return true;
  if (!detailed) return false;
  if (kind === 'failed' || kind === 'refused') return true;
  if (kind === 'running') return turn !== null;
  if (kind !== 'done') return false;
  const renderer = call?.renderer ?? part.toolMetadata?.renderer;
  return typeof renderer === 'string' && renderer !== 'none';
}

function toolOf(part: DynamicToolUIPart, call: CallSummary | undefined): string {
  const told = part.toolMetadata?.tool;
  return call?.tool_id ?? (typeof told === 'string' ? told : part.toolName);
}
