import { expect, test } from 'vitest';
import { attach, FILES_MAX, nameOf, pathOf, read } from './attachments';

const MIB = 1024 * 1024;
const file = (name: string, size: number) => new File([new Uint8Array(size)], name);

test('files are attached up to their number, and the rest is told once', () => {
  const many = Array.from({ length: FILES_MAX + 2 }, (_, at) => file(`${at}.txt`, 1));
  const { files, faults } = attach([], many);
  expect(files).toHaveLength(FILES_MAX);
  expect(faults).toEqual(['A message carries at most 10 files.']);
});

test('a file that is too large stays out, and those after it do not', () => {
  const { files, faults } = attach([], [file('film.mp4', 8 * MIB + 1), file('a.txt', 8 * MIB)]);
  expect(files.map(({ name }) => name)).toEqual(['a.txt']);
  expect(faults).toEqual(['film.mp4 has 8.1 MiB: a file has at most 8 MiB.']);
});

test('what was attached before counts', () => {
  const before = [file('a', 8 * MIB), file('b', 8 * MIB)];
  const { files, faults } = attach(before, [file('c', 5 * MIB), file('d', 4 * MIB)]);
  expect(files.map(({ name }) => name)).toEqual(['a', 'b', 'd']);
  expect(faults).toEqual(['c is too much: the files of a message have at most 20 MiB together.']);
});

test('a file goes up whole, whatever its bytes and its type are, an empty one too', async () => {
  const bytes = new Uint8Array([0, 255, 10, 13]);
  const { files, faults } = await read([
    new File([bytes], 'ä b.png', { type: 'image/png' }),
    new File([], 'empty', { type: '' }),
  ]);
  expect(faults).toEqual([]);
  expect(files.map(({ part }) => part)).toEqual([
    {
      type: 'file',
      mediaType: 'image/png',
      filename: 'ä b.png',
      url: 'data:image/png;base64,AP8KDQ==',
      size: 4,
    },
    {
      type: 'file',
      mediaType: 'application/octet-stream',
      filename: 'empty',
      url: 'data:application/octet-stream;base64,',
      size: 0,
    },
  ]);
});

test('a recorded file says where it is, and has a name without one', () => {
  const part = { type: 'file', mediaType: 'text/plain', url: 'workspace:uploads/a b.txt' } as const;
  expect(pathOf(part)).toBe('uploads/a b.txt');
  expect(nameOf(part)).toBe('a b.txt');
  expect(pathOf({ ...part, url: 'data:text/plain;base64,' })).toBeNull();
});
