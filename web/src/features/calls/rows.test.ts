import { expect, test } from 'vitest';
import { dayAt, dayLabel, neighbour, rowsOf } from './rows';
import type { CallSummary } from './timeline';

const now = new Date(2026, 0, 31, 12);

/** A call at a time of the reader's own clock. */
function call(id: string, ...at: [month: number, day: number, hour: number]): CallSummary {
  return { id, created_at: new Date(2026, ...at).toISOString() } as CallSummary;
}

const rows = rowsOf(
  [call('d', 0, 31, 9), call('c', 0, 31, 0), call('b', 0, 30, 23), call('a', 0, 28, 9)],
  now,
);

test('a line stands between the days of the reader’s own calendar, and none before the first', () => {
  expect(rows.map((row) => (row.kind === 'day' ? row.label : row.key))).toEqual([
    'd',
    'c',
    dayLabel(new Date(2026, 0, 30, 23).toISOString(), now),
    'b',
    dayLabel(new Date(2026, 0, 28, 9).toISOString(), now),
    'a',
  ]);
  expect(rowsOf([], now)).toEqual([]);
});

test('near days are named, far ones carry their year', () => {
  expect(dayLabel(now.toISOString(), now)).toBe('Today');
  expect(dayLabel(new Date(2026, 0, 30, 0, 1).toISOString(), now)).toBe('Yesterday');
  expect(dayLabel(new Date(2025, 11, 31).toISOString(), now)).toContain('2025');
});

test('each row knows its day, also where it is the line of one', () => {
  expect([dayAt(rows, 0, now), dayAt(rows, 2, now), dayAt(rows, 3, now), dayAt(rows, 99, now)]).toEqual([
    'Today',
    'Yesterday',
    'Yesterday',
    '',
  ]);
});

test('going through the calls passes over the days and stops at both ends', () => {
  const key = (index: number) => rows[index]?.key;
  expect(key(neighbour(rows, null, 1))).toBe('d');
  expect(key(neighbour(rows, 'c', 1))).toBe('b');
  expect(key(neighbour(rows, 'b', -1))).toBe('c');
  expect(key(neighbour(rows, 'd', -1))).toBe('d');
  expect(key(neighbour(rows, 'a', 1))).toBe('a');
  expect(key(neighbour(rows, 'gone', 1))).toBe('d');
});
