import { expect, test } from 'vitest';
import { daysOf } from './days';

test('days are whole numbers, and nothing is for good', () => {
  expect(['', ' ', '1', ' 90 '].map(daysOf)).toEqual([null, null, 1, 90]);
  expect(['0', '-1', '1.5', 'soon', '100000', '1e3'].map(daysOf)).toEqual(Array(6).fill('fault'));
});
