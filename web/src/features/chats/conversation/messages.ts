import type { DynamicToolUIPart, UIMessage, UIMessagePart } from 'ai';
import type { FilePart } from '../attachments/attachments';
import { textOf } from '../parts';
import type { CallSummary, Message } from '../queries';

/** What is known of a reply beside what it says. */
export type Standing = {
  status?: string;
  inputTokens?: number;
  outputTokens?: number;
};

/** A message as the AI SDK's client has it. */
export type ChatMessage = UIMessage<Standing>;
type Part = UIMessagePart<Record<string, unknown>, never>;

/** A call that a model asked for, as the record of its message has it. */
interface AskedCall {
  type: 'tool-call';
  call_id: string;
  name: string;
  args: unknown;
  /** Why no call was made. */
  refused?: string;
  /** What Pegboard itself answered; then there is no record of a call. */
  answered?: unknown;
}

/** A recorded message as the client has it. What a person called by themselves has no part in the model's conversation. */
export function messageOf(message: Message, calls: ReadonlyMap<string, CallSummary>): ChatMessage {
  const role = message.role === 'user' || message.role === 'assistant' ? message.role : 'system';
  const parts = role === 'assistant' ? replyParts(message.content, calls) : said(message.content);
  return {
    id: message.id,
    role,
    parts: parts as ChatMessage['parts'],
    metadata: message.reply ? { status: message.reply.status } : {},
  };
}

function said(content: unknown): Part[] {
  const text = textOf(content);
  const files = Array.isArray(content) ? content.filter(isFile) : [];
  return text === '' ? files : [...files, { type: 'text', text }];
}

/** The files that come with a message. */
export function filesOf(message: ChatMessage): FilePart[] {
  return message.parts.filter(isFile);
}

function isFile(part: unknown): part is FilePart {
  if (!isRecord(part) || part.type !== 'file') return false;
  return typeof part.url === 'string' && typeof part.mediaType === 'string';
}

function replyParts(content: unknown, calls: ReadonlyMap<string, CallSummary>): Part[] {
  if (!Array.isArray(content)) return said(content);
  return content.flatMap((part: unknown): Part[] => {
    if (!isRecord(part)) return [];
    switch (part.type) {
      case 'step-start':
        return [{ type: 'step-start' }];
      case 'text':
      case 'reasoning':
        return typeof part.text === 'string' ? [{ type: part.type, text: part.text }] : [];
      case 'summary':
        return [{ type: 'data-summary', data: { ...part, state: 'done' } }];
      case 'tool-call':
        return isAsked(part) ? [toolPart(part, calls.get(part.call_id))] : [];
      default:
        return [];
    }
  });
}

function toolPart(asked: AskedCall, call: CallSummary | undefined): DynamicToolUIPart {
  const known = {
    type: 'dynamic-tool' as const,
    toolName: asked.name,
    toolCallId: asked.call_id,
    input: asked.args,
    ...(call ? { toolMetadata: { tool: call.tool_id } } : {}),
  };
  if (asked.answered !== undefined) return { ...known, state: 'output-available', output: asked.answered };
  if (asked.refused !== undefined) return { ...known, state: 'output-error', errorText: asked.refused };
  switch (call?.status) {
    case undefined:
    case 'running':
      return { ...known, state: 'input-available' };
    case 'pending':
      return { ...known, state: 'approval-requested', approval: { id: asked.call_id } };
    case 'success':
      return { ...known, state: 'output-available', output: null };
    case 'error':
      if (call?.error?.kind === 'denied') {
        return { ...known, state: 'output-denied', approval: { id: asked.call_id, approved: false } };
      }
      return { ...known, state: 'output-error', errorText: call?.error?.message ?? 'It failed.' };
  }
}

/** The calls that a recorded reply asked for, whose own records are wanted beside it. */
export function askedIn(content: unknown): string[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: unknown) =>
    isRecord(part) && isAsked(part) && part.refused === undefined && part.answered === undefined
      ? [part.call_id]
      : [],
  );
}

/**
 * A reply without its last step where that asked for nothing: it was cut off, and the server has it written again.
 */
export function withoutCutStep(message: ChatMessage): ChatMessage {
  const began = message.parts.findLastIndex((part) => part.type === 'step-start');
  const last = message.parts.slice(began + 1);
  if (began < 0 || last.some((part) => part.type === 'dynamic-tool')) return message;
  return { ...message, parts: message.parts.slice(0, began) };
}

/** The calls of a message that wait for a person. */
export function waitingIn(message: ChatMessage | undefined): string[] {
  return (message?.parts ?? []).flatMap((part) =>
    part.type === 'dynamic-tool' && part.state === 'approval-requested' ? [part.toolCallId] : [],
  );
}

function isAsked(part: Record<string, unknown>): part is Record<string, unknown> & AskedCall {
  return part.type === 'tool-call' && typeof part.call_id === 'string' && typeof part.name === 'string';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
