import { expect, test } from 'vitest';
import { amount } from './amount';

test('limits are read exactly, in the units of people', () => {
  expect(amount(8 * 1024 * 1024, 'bytes')).toBe('8 MiB');
  expect(amount(4096, 'bytes')).toBe('4 KiB');
  expect(amount(255, 'bytes')).toBe('255 bytes');
  expect(amount(1_500, 'bytes')).toBe('1,500 bytes');
  expect(amount(86_400, 'seconds')).toBe('1 day');
  expect(amount(120, 'seconds')).toBe('2 minutes');
  expect(amount(90, 'seconds')).toBe('90 seconds');
  expect(amount(3660, 'days')).toBe('3,660 days');
  expect(amount(200_000, 'count')).toBe('200,000');
});
