import { expect, test } from 'vitest';
import { lanesOf } from './lanes';

test('a straight history is one line', () => {
  const rows = lanesOf([{ id: 'c', parent_id: 'b' }, { id: 'b', parent_id: 'a' }, { id: 'a' }]);
  expect(rows.map(({ lane }) => lane)).toEqual([0, 0, 0]);
  expect(rows[0]?.above).toEqual([]);
  expect(rows[2]?.below).toEqual([]);
});

test('two branches run beside each other and meet where they began', () => {
  const rows = lanesOf([
    { id: 'd', parent_id: 'b' },
    { id: 'c', parent_id: 'a' },
    { id: 'b', parent_id: 'a' },
    { id: 'a' },
  ]);
  expect(rows.map(({ lane }) => lane)).toEqual([0, 1, 0, 0]);
  expect(rows[3]?.joins).toEqual([1]);
  expect(rows[3]?.below).toEqual([]);
});
