import { expect, test } from 'vitest';
import { counted } from './counted';

test('a count agrees with its word', () => {
  expect([counted(0, 'tool'), counted(1, 'tool'), counted(1200, 'tool')]).toEqual([
    '0 tools',
    '1 tool',
    '1,200 tools',
  ]);
});
