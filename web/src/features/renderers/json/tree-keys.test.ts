import { expect, test } from 'vitest';
import { rowsOf } from './json-rows';
import { afterKey } from './tree-keys';

// 0 root, 1 a (open), 2 a[0], 3 b (closed), 4 c
const rows = rowsOf({ a: [1], b: { x: 1 }, c: 2 }, (id) => id === '' || id === '/a');

test.each([
  [0, 'ArrowDown', { go: 1 }],
  [4, 'ArrowDown', { go: 4 }],
  [0, 'ArrowUp', { go: 0 }],
  [0, 'PageDown', { go: 3 }],
  [0, 'End', { go: 4 }],
  [4, 'Home', { go: 0 }],
  [1, 'ArrowRight', { go: 2 }],
  [3, 'ArrowRight', { open: true }],
  [4, 'ArrowRight', {}],
  [1, 'ArrowLeft', { open: false }],
  [2, 'ArrowLeft', { go: 1 }],
  [3, 'Enter', { open: true }],
  [1, ' ', { open: false }],
  [4, 'Enter', {}],
  [0, 'x', null],
])('row %i, %s', (at, key, move) => {
  expect(afterKey(rows, at, key, 3)).toEqual(move);
});
