import { expect, test } from 'vitest';
import { bytes, duration } from './moment';

test('bytes are read in powers of 1,000', () => {
  expect([0, 999, 1000, 3400, 123_456, 5_000_000_000].map(bytes)).toEqual([
    '0 B',
    '999 B',
    '1.0 kB',
    '3.4 kB',
    '123 kB',
    '5.0 GB',
  ]);
});

test('durations take the unit that fits', () => {
  expect([4, 999, 1200, 180_000].map(duration)).toEqual(['4 ms', '999 ms', '1.2 s', '3 min']);
});
