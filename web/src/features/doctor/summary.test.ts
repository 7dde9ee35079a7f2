import { expect, test } from 'vitest';
import { summary } from './summary';

test('the summary says what is missing before what is to be noted', () => {
  expect(summary([{ state: 'ok' }])).toBe('Nothing is missing.');
  expect(summary([{ state: 'warning' }, { state: 'ok' }])).toBe('Nothing is missing; 1 to note.');
  expect(summary([{ state: 'warning' }, { state: 'missing' }])).toBe('1 missing; 1 to note.');
});
