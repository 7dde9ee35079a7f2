import { expect, test } from 'vitest';
import type { Schemas } from '@/api/client';
import {
  type CallSummary,
  callsOf,
  onlyThose,
  summaryOf,
  type Timeline,
  withChanged,
  withNew,
} from './timeline';

function call(id: string, status: CallSummary['status'] = 'success'): CallSummary {
  return { id, status, created_at: '2026-01-31T12:00:00Z' } as CallSummary;
}

function timeline(...pages: string[][]): Timeline {
  return {
    pages: pages.map((ids) => ({ items: ids.map((id) => call(id)), next_cursor: null })),
    pageParams: pages.map(() => null),
  };
}

const ids = (of: Timeline) => of.pages.map((page) => page.items.map(({ id }) => id));

test('a call that went on is replaced, and everything else stays the same object', () => {
  const before = timeline(['9', '8'], ['7']);
  const after = withChanged(before, [call('8', 'error'), call('9'), call('5')]);
  expect(callsOf(after).map(({ status }) => status)).toEqual(['success', 'error', 'success']);
  expect(after.pages[1]).toBe(before.pages[1]);
  expect(after.pages[0]?.items[0]).toBe(before.pages[0]?.items[0]);
  expect(withChanged(before, [call('9')])).toBe(before);
});

test('new calls stand where their time puts them, once', () => {
  const before = timeline(['9', '7'], ['5', '3']);
  expect(ids(withNew(before, [call('a'), call('8'), call('4'), call('1'), call('9')]))).toEqual([
    ['a', '9', '8', '7'],
    ['5', '4', '3', '1'],
  ]);
  expect(withNew(before, [call('7')])).toBe(before);
  expect(ids(withNew(timeline([]), [call('1')]))).toEqual([['1']]);
});

test('calls that are not wanted any more are taken out', () => {
  const before = timeline(['9'], ['8', '7']);
  expect(ids(onlyThose(before, ({ id }) => id !== '8'))).toEqual([['9'], ['7']]);
  expect(onlyThose(before, () => true)).toBe(before);
});

test('a call is summed up as the server does it', () => {
  const summary = summaryOf({
    ...call('1', 'error'),
    args: { text: 'ü'.repeat(300) } as unknown,
    changes: { added: ['a', 'b'], modified: [], removed: ['c'] },
    error: { kind: 'raised', message: 'no', detail: 'long' },
    render_plan: { renderer: 'code' } as unknown,
  } as unknown as Schemas['Call']);
  expect(summary.changes).toEqual({ added: 2, modified: 0, removed: 1 });
  expect(summary.error).toEqual({ kind: 'raised', message: 'no' });
  expect(summary.renderer).toBe('code');
  expect([...summary.args_preview]).toHaveLength(200);
  expect(summary.args_preview).toMatch(/^\{"text":"ü+…$/);
});
