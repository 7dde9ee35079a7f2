import { expect, test } from 'vitest';
import { decisionOf } from './decision';

test('a call waits, was denied or was allowed; failing later does not change that', () => {
  expect(decisionOf({ status: 'pending' }).word).toBe('asks first');
  expect(decisionOf({ status: 'error', error: { kind: 'denied' } }).word).toBe('denied');
  expect(decisionOf({ status: 'error', error: { kind: 'raised' } }).word).toBe('allowed');
  expect(decisionOf({ status: 'success', error: null }).word).toBe('allowed');
});
