import type { DynamicToolUIPart } from 'ai';
import type { CallSummary } from '../queries';

/** What a worker has said and done that was handed work by a call. */
export interface WorkerTurn {
  worker: string;
  parts: TurnPart[];
}

export type TurnPart = { type: 'text'; text: string } | NestedCall;

/** A call of a worker, under its own id. */
export interface NestedCall {
  type: 'call';
  callId: string;
  tool: string;
  input: unknown;
  /** `asked`, `waiting`, `refused`, `success` or `error`. */
  state: string;
  reason?: string;
}

/** The turn that a data part of a reply tells, as far as it can be read. */
export function readTurn(data: unknown): WorkerTurn | null {
  if (!isRecord(data) || typeof data.worker !== 'string' || !Array.isArray(data.parts)) return null;
  const parts = data.parts.filter((part): part is TurnPart => {
    if (!isRecord(part)) return false;
    if (part.type === 'text') return typeof part.text === 'string';
    return part.type === 'call' && typeof part.callId === 'string' && typeof part.tool === 'string';
  });
  return { worker: data.worker, parts };
}

/** What is left of a turn in the record: the calls below the one that handed the work. */
export function recordedTurn(below: readonly CallSummary[] | undefined): WorkerTurn | null {
  const [first] = below ?? [];
  if (!below || !first?.worker) return null;
  const parts = below.map(({ id, tool_id, args_preview, status }) => ({
    type: 'call' as const,
    callId: id,
    tool: tool_id,
    input: parsed(args_preview),
    state: status === 'pending' ? 'waiting' : status,
  }));
  return { worker: first.worker, parts };
}

/** Whether a call of the worker waits for a person. */
export function turnWaits(turn: WorkerTurn | null, calls: ReadonlyMap<string, CallSummary>): boolean {
  const waits = (part: TurnPart) =>
    part.type === 'call' &&
    part.state === 'waiting' &&
    (calls.get(part.callId)?.status ?? 'pending') === 'pending';
  return turn?.parts.some(waits) ?? false;
}

/** A worker's call as a part of a reply, to be shown like any other. */
export function partOf({ callId, tool, input, state, reason }: NestedCall): DynamicToolUIPart {
  const known = { type: 'dynamic-tool' as const, toolName: tool, toolCallId: callId, input };
  switch (state) {
    case 'waiting':
      return { ...known, state: 'approval-requested', approval: { id: callId } };
    case 'success':
      return { ...known, state: 'output-available', output: null };
    case 'refused':
    case 'error':
      return { ...known, state: 'output-error', errorText: reason ?? 'It failed.' };
    default:
      return { ...known, state: 'input-available' };
  }
}

function parsed(preview: string): unknown {
  try {
    return JSON.parse(preview);
  } catch {
    // A long preview ends in the middle.
    return preview;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
