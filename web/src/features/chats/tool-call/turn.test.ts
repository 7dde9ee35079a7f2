import { expect, test } from 'vitest';
import type { CallSummary } from '../queries';
import { partOf, readTurn, recordedTurn, turnWaits } from './turn';

const call = { type: 'call', callId: 'c', tool: 'bash', input: {}, state: 'waiting' } as const;

test('a turn is read as far as it is one', () => {
  const told = { worker: 'scout', parts: [{ type: 'text', text: 'Looking.' }, call, { type: 'odd' }, null] };
  expect(readTurn(told)?.parts).toEqual([{ type: 'text', text: 'Looking.' }, call]);
  expect(readTurn({ parts: [] })).toBeNull();
  expect(readTurn('x')).toBeNull();
});

test('after a reload the record has the worker’s calls', () => {
  const below = { id: 'c', tool_id: 'bash', worker: 'scout', args_preview: '{"a":1}', status: 'success' };
  const turn = recordedTurn([below as unknown as CallSummary]);
  expect(turn).toEqual({
    worker: 'scout',
    parts: [{ type: 'call', callId: 'c', tool: 'bash', input: { a: 1 }, state: 'success' }],
  });
  expect(recordedTurn(undefined)).toBeNull();
});

test('a call of a worker that waits is seen until it is decided about', () => {
  const turn = { worker: 'scout', parts: [call] };
  expect(turnWaits(turn, new Map())).toBe(true);
  expect(turnWaits(turn, new Map([['c', { status: 'success' } as CallSummary]]))).toBe(false);
  expect(partOf(call).state).toBe('approval-requested');
});
