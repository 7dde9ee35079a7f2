import type { DynamicToolUIPart } from 'ai';
import { expect, test } from 'vitest';
import type { CallSummary } from '../queries';
import { inShort, isRecorded, standingOf } from './standing';

const known = { type: 'dynamic-tool', toolName: 'bash', toolCallId: 'c', input: {} } as const;
const call = (status: string, error?: object) => ({ status, error }) as unknown as CallSummary;

test('of the stream and the record, what is further on counts', () => {
  const asked: DynamicToolUIPart = { ...known, state: 'approval-requested', approval: { id: 'c' } };
  expect(standingOf(asked, undefined).kind).toBe('waiting');
  expect(standingOf(asked, call('success')).kind).toBe('done');
  const over: DynamicToolUIPart = { ...known, state: 'output-available', output: 1 };
  expect(standingOf(over, call('pending')).kind).toBe('done');
  expect(standingOf({ ...known, state: 'input-available' }, call('pending')).kind).toBe('waiting');
});

test('a person’s no, a failure, and a call that was never made are told apart', () => {
  const no: DynamicToolUIPart = { ...known, state: 'output-denied', approval: { id: 'c', approved: false } };
  expect(standingOf(no, call('error', { kind: 'denied', message: 'not today' }))).toEqual({
    kind: 'denied',
    why: 'not today',
  });
  const policy = { id: 'c', approved: false, isAutomatic: true, reason: 'no shell' } as const;
  expect(standingOf({ ...known, state: 'output-denied', approval: policy }, undefined)).toEqual({
    kind: 'refused',
    why: 'no shell',
  });
  const failed: DynamicToolUIPart = { ...known, state: 'output-error', errorText: 'no such tool' };
  expect(standingOf(failed, undefined).kind).toBe('refused');
  expect(standingOf(failed, call('running')).kind).toBe('failed');
});

test('what Pegboard itself answered has no record', () => {
  const found: DynamicToolUIPart = {
    ...known,
    toolName: 'find_tools',
    state: 'output-available',
    output: { tools: [] },
  };
  expect(standingOf(found, undefined)).toEqual({ kind: 'answered', output: { tools: [] } });
  expect(isRecorded(standingOf(found, undefined))).toBe(false);
});

test('arguments in short are a text where there is only that', () => {
  expect(inShort({ command: 'ls -l' })).toBe('ls -l');
  expect(inShort({ a: 1, b: 'x' })).toBe('{"a":1,"b":"x"}');
  expect(inShort({ a: 'x'.repeat(999) })).toHaveLength(201);
  expect(inShort('{"half')).toBe('');
});
