import { expect, test } from 'vitest';
import type { Schemas } from '@/api/client';
import { besides, ofServer, resultOf } from './server-tool';

test('an app names only tools of its own server', () => {
  expect(ofServer('mcp:web~search:find:all')).toEqual({ server: 'web~search', tool: 'find:all' });
  expect(besides('mcp:web~search:find', 'refresh')).toBe('mcp:web~search:refresh');
  // Whatever the name is, the server stays: an id has no other way to one.
  expect(besides('mcp:web~search:find', '../x~y:z')).toBe('mcp:web~search:../x~y:z');
  for (const id of ['data-lab:summarise', 'run_command', 'mcp:search:find', 'mcp:a~b:']) {
    expect(ofServer(id)).toBeNull();
    expect(() => besides(id, 'x')).toThrow('no MCP server');
  }
});

test('an app is told of a failed call as tools tell it themselves', async () => {
  const call = (more: object) => ({ result: null, error: null, ...more }) as unknown as Schemas['Call'];
  const whole = { content: [], structuredContent: { a: 1 } };
  expect(await resultOf(call({ result: whole }))).toBe(whole);
  expect(await resultOf(call({ error: { kind: 'denied', message: 'no', detail: null } }))).toEqual({
    content: [{ type: 'text', text: 'no' }],
    isError: true,
  });
  const own = { content: [{ type: 'text', text: 'its own words' }], isError: true };
  expect(await resultOf(call({ error: { kind: 'raised', message: 'x', answer: own } }))).toBe(own);
  await expect(resultOf(call({ result: 'text' }))).rejects.toThrow('no form');
});
