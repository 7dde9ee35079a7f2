import { expect, test } from 'vitest';
import { chosenFrom, nameFault, pathFault } from './chosen';

test('a dropped file is a worker, a ZIP with one, or neither', async () => {
  const worker = await chosenFrom(new File(['---\n'], 'reviewer.worker'));
  expect(worker).toEqual({ kind: 'text', name: 'reviewer', text: '---\n' });
  expect(await chosenFrom(new File([''], 'team.ZIP'))).toMatchObject({ kind: 'zip' });
  expect(await chosenFrom(new File([''], 'notes.md'))).toBe('notes.md is neither a .worker file nor a ZIP.');
});

test('a path must be absolute and name a worker’s file', () => {
  expect(pathFault('/home/me/reviewer.worker')).toBeUndefined();
  expect(pathFault('C:\\team\\reviewer.worker')).toBeUndefined();
  expect(pathFault('reviewer.worker')).toBe('The path must be absolute.');
  expect(pathFault('/home/me/reviewer.md')).toBe('It must be a file that ends in .worker.');
});

test('a name must be one that a file can have', () => {
  expect(nameFault('reviewer-2')).toBeNull();
  expect(nameFault('')).not.toBeNull();
  expect(nameFault('a/b')).not.toBeNull();
});
