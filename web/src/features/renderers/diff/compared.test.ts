import { expect, test } from 'vitest';
import { COMPARED_MAX, compare } from './compared';

test('what a comparison by lines would not show is said', () => {
  expect(compare('a', 'a')).toEqual({ kind: 'same' });
  expect(compare('a\nb\n', 'a\r\nb\r\n')).toEqual({
    kind: 'endings',
    said: 'Only the line endings differ: LF became CRLF.',
  });
  expect(compare('a\nb\n', 'a\r\nc\r\n')).toEqual({ kind: 'differ' });
  expect(compare('a\n', 'a')).toEqual({ kind: 'differ' });
  expect(compare('', 'x'.repeat(COMPARED_MAX + 1))).toEqual({ kind: 'large' });
});
