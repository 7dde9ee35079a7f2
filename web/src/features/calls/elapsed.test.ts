import { expect, test } from 'vitest';
import { clock } from './elapsed';

test('time that goes on is counted as a stopwatch does', () => {
  expect([0, 7_999, 125_000, 3_725_000, 86_400_000].map(clock)).toEqual([
    '0:00',
    '0:07',
    '2:05',
    '1:02:05',
    '24:00:00',
  ]);
});
