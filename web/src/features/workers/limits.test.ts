import { expect, test } from 'vitest';
import { limitRows } from './limits';

test('limits are told in words', () => {
  const rows = limitRows({ steps: 50, depth: 3, timeout_seconds: 1800, tokens: null });
  expect(rows.map(({ value }) => value)).toEqual(['50', '3 workers', '30 min', 'not counted']);
  const tight = limitRows({ steps: 1, depth: 1, timeout_seconds: 20, tokens: 1_000_000 });
  expect(tight.map(({ value }) => value)).toEqual(['1', 'hands on no work', '20.0 s', '1,000,000']);
});
