import { expect, test } from 'vitest';
import { addressFault, archiveAmong, given, pathFault } from './source';

const file = (name: string, type = '') => new File(['x'], name, { type });

test('a single ZIP is taken, by its name or by its type', () => {
  expect(archiveAmong([file('notes.ZIP')])).toMatchObject({ kind: 'file' });
  expect(archiveAmong([file('notes', 'application/x-zip-compressed')])).toMatchObject({ kind: 'file' });
  expect(archiveAmong([file('notes.mcpb')])).toMatchObject({ kind: 'file' });
});

test('anything else says what to do', () => {
  expect(archiveAmong([])).toContain('ZIP');
  expect(archiveAmong([file('notes.tar.gz')])).toContain('notes.tar.gz');
  expect(archiveAmong([file('a.zip'), file('b.zip')])).toContain('single');
});

test('addresses and paths are looked at before they are sent', () => {
  expect(addressFault('https://example.org/a.zip')).toBeUndefined();
  expect(addressFault('file:///etc/passwd')).toBeDefined();
  expect(addressFault('example.org')).toBeDefined();
  expect(pathFault(' /home/me/notes')).toBeUndefined();
  expect(pathFault('C:\\toolsets\\notes')).toBeUndefined();
  expect(pathFault('notes')).toBeDefined();
});

test('only answers that say something are sent', () => {
  expect(given({ KEY: 'hush', LEVEL: '' })).toEqual({ KEY: 'hush' });
});
