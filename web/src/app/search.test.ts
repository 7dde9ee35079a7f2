import { expect, test } from 'vitest';
import {
  activitySearch,
  beginOf,
  callsSearch,
  chatSearch,
  chatsSearch,
  toolsetsSearch,
  workspaceSearch,
} from './search';

test('an address keeps what it may say', () => {
  const search = {
    status: 'error',
    tool: 'notes:add_note',
    toolset: 'notes',
    chat: '01930000-0000-7000-8000-000000000001',
    range: '24h',
  };
  expect(callsSearch(search)).toEqual(search);
});

test('an address loses what nobody understands', () => {
  const hostile = { status: 'done', tool: '', chat: '../../etc', range: '1000y', since: 'soon', more: 'x' };
  expect(callsSearch(hostile)).toEqual({});
  expect(callsSearch({ tool: 'x'.repeat(501) })).toEqual({});
  expect(activitySearch({ range: ['24h'], tool: {} })).toEqual({});
});

test('a workspace is shown at a state that can be one, whatever its file is called', () => {
  const manifest = '01930000-0000-7000-8000-000000000001';
  expect(workspaceSearch({ path: 2026, manifest })).toEqual({ path: '2026', manifest });
  expect(workspaceSearch({ path: {}, manifest: 'zzz' })).toEqual({});
});

test('a range wins over fixed moments, which are read in any form', () => {
  expect(callsSearch({ range: '1h', since: '2026-01-31T12:00:00Z' })).toEqual({ range: '1h' });
  expect(callsSearch({ since: '2026-01-31T13:00:00+01:00' })).toEqual({ since: '2026-01-31T12:00:00.000Z' });
});

test('a tool that is called like a number stays a text', () => {
  expect(callsSearch({ tool: 42 })).toEqual({ tool: '42' });
});

test('a range begins that long before now', () => {
  const now = Date.parse('2026-01-31T12:00:00Z');
  expect(beginOf('6h', now)).toBe('2026-01-31T06:00:00.000Z');
});

test('an import begins with an address of the web and a hash, or with neither', () => {
  const search = { dialog: 'import', from: 'https://example.org/a.mcpb', sha256: 'a'.repeat(64) };
  expect(toolsetsSearch(search)).toEqual(search);
  expect(toolsetsSearch({ dialog: 'import', from: 'file:///etc/passwd', sha256: 'x' })).toEqual({
    dialog: 'import',
  });
});

test('chats are searched for any text, and a chat is opened at what can be a message', () => {
  expect(chatsSearch({ q: 2026, view: 'deleted' })).toEqual({ q: '2026', view: 'deleted' });
  expect(chatsSearch({ q: {}, view: 'all' })).toEqual({});
  const message = '01930000-0000-7000-8000-000000000001';
  expect(chatSearch({ message })).toEqual({ message });
  expect(chatSearch({ message: 'x' })).toEqual({});
});
