import { expect, test } from 'vitest';
import type { Schemas } from '@/api/client';
import { type Decision, type Decisions, decided, entriesOf, isOpen, nextOpen, withoutOver } from './inbox';

function call(id: string): Schemas['Call'] {
  return { id, status: 'pending', tool_id: `t:${id}` } as Schemas['Call'];
}

function decision(id: string, state: Decision['state']): Decision {
  return { call: call(id), verdict: 'approved', effect: null, state };
}

const none: Decisions = new Map();

test('the oldest call stands first, and a decided one keeps its place after it stopped waiting', () => {
  const decisions = decided(none, decision('2', 'taken'));
  const entries = entriesOf([call('3'), call('1')], decisions);
  expect(entries.map((entry) => entry.call.id)).toEqual(['1', '2', '3']);
  expect(entries.map(isOpen)).toEqual([true, false, true]);
});

test('what the server refused can be decided again', () => {
  const entries = entriesOf([call('1')], decided(none, decision('1', 'refused')));
  expect(entries.map(isOpen)).toEqual([true]);
});

test('what was refused is decided about as it is now, not as it asked', () => {
  const now = { ...call('1'), rule: 'previewed since' };
  const [entry] = entriesOf([now], decided(none, decision('1', 'refused')));
  expect(entry?.call).toBe(now);
});

test('after a decision comes the next that waits, at the end the first, and then none', () => {
  const entries = entriesOf([call('1'), call('3')], decided(none, decision('2', 'sent')));
  expect(nextOpen(entries, '1')).toBe('3');
  expect(nextOpen(entries, '3')).toBe('1');
  expect(nextOpen(entries, null)).toBe('1');
  expect(nextOpen(entriesOf([call('1')], none), '1')).toBeNull();
});

test('clearing keeps what is under way and what went wrong', () => {
  const all = ['sent', 'taken', 'refused'] as const;
  const decisions = all.reduce((map, state) => decided(map, decision(state, state)), none);
  expect([...withoutOver(decisions).keys()]).toEqual(['sent', 'refused']);
});
