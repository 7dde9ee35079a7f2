import { expect, test } from 'vitest';
import { faultOf, folderOf } from './paths';

test('a path that leads elsewhere is refused with the reason', () => {
  for (const path of ['', '/a', 'a/', 'a//b', '../a', 'a/./b', 'x'.repeat(256)]) {
    expect(faultOf(path), path).not.toBeNull();
  }
  expect(faultOf('a/b.txt')).toBeNull();
});

test('the folder of a path at the top is the top', () => {
  expect([folderOf('a.txt'), folderOf('a/b/c.txt')]).toEqual(['', 'a/b']);
});
