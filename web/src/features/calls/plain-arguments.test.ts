import { expect, test } from 'vitest';
import { plainArguments, visible } from './plain-arguments';

test('few flat arguments are told as text', () => {
  expect(plainArguments({ command: 'echo "a"\ndone', times: 3, dry: true, none: null })).toEqual([
    { name: 'command', text: 'echo "a"\ndone' },
    { name: 'times', text: '3' },
    { name: 'dry', text: 'true' },
    { name: 'none', text: 'null' },
  ]);
});

test('nested, many and long arguments are left to the tree', () => {
  expect(plainArguments({ a: { b: 1 } })).toBeNull();
  expect(plainArguments({ a: [] })).toBeNull();
  expect(plainArguments(Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`${at}`, at])))).toBeNull();
  expect(plainArguments({ text: 'x'.repeat(4000) })).toBeNull();
  expect(plainArguments({})).toBeNull();
});

test('nothing hides in a text that somebody is to approve', () => {
  expect(visible('rm a\u202etxt.b')).toBe('rm a\\u{202e}txt.b');
  expect(visible('a\u200bb\ufeffc\u00ad\u0007\u001b[2K\r')).toBe(
    'a\\u{200b}b\\u{feff}c\\u{ad}\\u{7}\\u{1b}[2K\\u{d}',
  );
  expect(visible('tag \u{e0041}\u2028\u3164')).toBe('tag \\u{e0041}\\u{2028}\\u{3164}');
  expect(visible('two\n\tlines, ü, 日本, 👍')).toBe('two\n\tlines, ü, 日本, 👍');
});
