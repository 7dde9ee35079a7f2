import { expect, test } from 'vitest';
import { allows } from './session';

test('each scope holds those before it', () => {
  expect(allows('admin', 'run')).toBe(true);
  expect(allows('run', 'run')).toBe(true);
  expect(allows('read', 'run')).toBe(false);
});
