import { expect, test } from 'vitest';
import { foldersAbove, matching, treeOf } from './tree-data';

const files = ['b.txt', 'a/10.py', 'a/9.py', 'a/deep/x.md'].map((path) => ({ path, size: 1 }));

test('folders come first, and numbers in names count as numbers', () => {
  const tree = treeOf(files, ['void']);
  expect(tree.get('')?.children).toEqual(['a', 'void', 'b.txt']);
  expect(tree.get('a')?.children).toEqual(['a/deep', 'a/9.py', 'a/10.py']);
});

test('a change marks its file and every folder above it, also where the file is gone', () => {
  const tree = treeOf(files, [], { added: ['a/deep/x.md'], modified: [], removed: ['a/gone.py'] });
  expect(tree.get('a/deep/x.md')?.mark).toBe('added');
  expect(tree.get('a/deep')?.mark).toBe('modified');
  expect(tree.get('a')?.mark).toBe('modified');
  expect(tree.get('b.txt')?.mark).toBeUndefined();
});

test('a file named like a part of a folder above it is not mistaken for it', () => {
  expect(foldersAbove('a/deep/x.md')).toEqual(['a', 'a/deep']);
  expect(foldersAbove('b.txt')).toEqual([]);
});

test('a search wants all of its words, in any order and case', () => {
  expect(matching(files, 'DEEP a').map(({ path }) => path)).toEqual(['a/deep/x.md']);
  expect(matching(files, '  ')).toHaveLength(4);
});
