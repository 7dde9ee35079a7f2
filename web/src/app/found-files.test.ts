import { expect, test } from 'vitest';
import { foundFiles } from './found-files';

test('files are found by all words of their path, names before folders', () => {
  const paths = ['notes/rain.md', 'rain/log.txt', 'sun.md'];
  expect(foundFiles(paths, 'rain')).toEqual(['notes/rain.md', 'rain/log.txt']);
  expect(foundFiles(paths, 'MD rain')).toEqual(['notes/rain.md']);
  expect(foundFiles(paths, 'r')).toEqual([]);
});

test('thousands of files are not all shown', () => {
  const paths = Array.from({ length: 5000 }, (_, at) => `data/file-${at}.csv`);
  expect(foundFiles(paths, 'file')).toHaveLength(20);
});
