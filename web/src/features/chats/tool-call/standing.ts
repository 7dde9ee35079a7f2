import type { DynamicToolUIPart } from 'ai';
import type { CallSummary } from '../queries';

/** Where a call stands that a model asked for. */
export type CallStanding =
  /** The model is still writing what it asks for. */
  | { kind: 'written' }
  | { kind: 'running' }
  /** A person must see it first. */
  | { kind: 'waiting' }
  | { kind: 'done' }
  | { kind: 'failed'; why: string }
  /** A person said no. */
  | { kind: 'denied'; why: string | null }
  /** It was not made: policy forbids it, or it is no call of any tool. */
  | { kind: 'refused'; why: string }
  /** Pegboard itself answered it, and there is no record of a call. */
  | { kind: 'answered'; output: unknown };

/** What a model asks of Pegboard itself. */
const own = new Set(['find_tools', 'activate_toolset']);

/** Where a call stands, by its part of the reply and its own record, of which either may be the newer. */
export function standingOf(part: DynamicToolUIPart, call: CallSummary | undefined): CallStanding {
  if (call?.status === 'success') return { kind: 'done' };
  if (call?.status === 'error') {
    const why = call.error?.message ?? 'It failed.';
    return call.error?.kind === 'denied' ? { kind: 'denied', why } : { kind: 'failed', why };
  }
  switch (part.state) {
    case 'input-streaming':
      return { kind: 'written' };
    case 'input-available':
      return call?.status === 'pending' ? { kind: 'waiting' } : { kind: 'running' };
    case 'approval-requested':
      return { kind: 'waiting' };
    case 'approval-responded':
      return { kind: 'running' };
    case 'output-available':
      return own.has(part.toolName) ? { kind: 'answered', output: part.output } : { kind: 'done' };
    case 'output-denied':
      return denied(part);
    case 'output-error':
      return call ? { kind: 'failed', why: part.errorText } : { kind: 'refused', why: part.errorText };
  }
}

function denied({ approval }: DynamicToolUIPart): CallStanding {
  const why = approval?.reason ?? null;
  if (approval?.isAutomatic) return { kind: 'refused', why: why ?? 'The policy of this house forbids it.' };
  return { kind: 'denied', why };
}

/** Whether there is a record of the call: it was made, or waits to be. */
export function isRecorded({ kind }: CallStanding): boolean {
  return kind !== 'written' && kind !== 'refused' && kind !== 'answered';
}

/** The beginning of a call's arguments in one line, with its texts as they are where it has only one. */
export function inShort(input: unknown): string {
  if (typeof input !== 'object' || input === null) return '';
  const values = Object.values(input);
  const [only] = values;
  const text = values.length === 1 && typeof only === 'string' ? only : JSON.stringify(input);
  return text.length > SHORT ? `${text.slice(0, SHORT)}…` : text;
}

const SHORT = 200;
