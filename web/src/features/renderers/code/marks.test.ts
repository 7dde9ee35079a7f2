import { Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import { offsetOf } from './marks';

const doc = Text.of(['a: 1', '😀: two', '']);

test('places are counted in characters and from one', () => {
  expect(offsetOf(doc, 1, 1)).toBe(0);
  expect(offsetOf(doc, 1, 4)).toBe(3);
  // The face is one character of the text, and two of the editor.
  expect(offsetOf(doc, 2, 2)).toBe(7);
});

test('a place that is not in the text is brought into it', () => {
  expect(offsetOf(doc, 0, 0)).toBe(0);
  expect(offsetOf(doc, 1, 99)).toBe(4);
  expect(offsetOf(doc, 99, 1)).toBe(doc.length);
});
