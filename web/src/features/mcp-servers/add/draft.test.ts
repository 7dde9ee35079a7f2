import { expect, test } from 'vitest';
import type { Server } from '../queries';
import { draftOf, emptyDraft, settingsOf, suggestedId } from './draft';

// biome-ignore lint/suspicious/noTemplateCurlyInString: so are variables written
const fromVariable = '${FILES_KEY}';

test('a command line becomes settings, with the variables in front of it and those of the form', () => {
  const draft = {
    ...emptyDraft,
    line: 'A=1 uvx mcp-server-time --utc',
    env: [
      { name: ' B ', value: '2' },
      { name: '', value: 'x' },
    ],
  };
  expect(settingsOf(draft)).toEqual({
    settings: {
      id: 'time',
      scope: 'shared',
      requires_confirmation: null,
      command: 'uvx',
      args: ['mcp-server-time', '--utc'],
      env: { A: '1', B: '2' },
    },
  });
});

test('an address becomes settings with its headers', () => {
  const headers = [{ name: 'Authorization', value: 'Bearer x' }];
  const draft = {
    ...emptyDraft,
    way: 'address' as const,
    url: ' https://mcp.sentry.dev/mcp ',
    headers,
    asks: 'always' as const,
  };
  expect(settingsOf(draft)).toEqual({
    settings: {
      id: 'sentry',
      scope: 'shared',
      requires_confirmation: true,
      type: 'http',
      url: 'https://mcp.sentry.dev/mcp',
      headers: { Authorization: 'Bearer x' },
    },
  });
});

test('what cannot be sent says why', () => {
  expect(settingsOf({ ...emptyDraft, way: 'address', id: 'x', url: 'sentry.dev' })).toHaveProperty('fault');
  expect(settingsOf({ ...emptyDraft, line: 'run', id: 'a~b' })).toHaveProperty('fault');
  expect(settingsOf({ ...emptyDraft, line: 'run', env: [{ name: 'KEY', value: '***' }] })).toHaveProperty(
    'fault',
  );
});

test('a registered server becomes the draft that it could have come from', () => {
  const server = {
    id: 'files',
    server_type: 'stdio',
    command: 'npx',
    args: ['-y', 'files server', '$workspace', "it's"],
    env: [{ name: 'KEY', value: fromVariable }],
    headers: [],
    scope: 'chat',
    requires_confirmation: false,
  } as unknown as Server;
  const draft = draftOf(server);
  expect(settingsOf(draft)).toEqual({
    settings: {
      id: 'files',
      scope: 'chat',
      requires_confirmation: false,
      command: 'npx',
      args: server.args,
      env: { KEY: fromVariable },
    },
  });
  expect(suggestedId({ ...draft, line: 'uvx mcp-server-git' })).toBe('git');
});
