import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { asCurl, asPegboardCommand, quoted } from './as-command';

const chat_id = '01930000-0000-7000-8000-000000000001';

/** What a shell makes of words. */
function read(words: readonly string[]): string[] {
  const told = execFileSync('sh', ['-c', `printf '%s\\0' ${words.join(' ')}`], { encoding: 'utf8' });
  return told.split('\0').slice(0, -1);
}

test('a shell reads every quoted word as it was', () => {
  const words = [
    'a',
    "it's",
    '$(reboot)',
    '`id`',
    'a b',
    '"',
    '\\',
    "''",
    'a\nb',
    '~',
    '~root',
    '-n',
    '*',
    'ü',
    '!',
    '#',
    '',
  ];
  expect(read(words.map(quoted))).toEqual(words);
});

test('a call becomes a command that can be pasted', () => {
  const call = { tool_id: 'notes:add_note', chat_id, args: { subject: 'Tea', text: "it's hot" } };
  expect(asPegboardCommand(call)).toBe(
    `pegboard call notes:add_note --args '{"subject":"Tea","text":"it'\\''s hot"}' --chat ${chat_id}`,
  );
  expect(asPegboardCommand({ ...call, args: {} })).toBe(`pegboard call notes:add_note --chat ${chat_id}`);
});

test('a call becomes a request, with the tool’s id in one piece and without the token', () => {
  const call = { tool_id: 'mcp:files~main:read/all', chat_id, args: { path: 'a' } };
  expect(asCurl(call, 'http://127.0.0.1:8321')).toMatchInlineSnapshot(`
    "curl http://127.0.0.1:8321/tools/mcp%3Afiles~main%3Aread%2Fall/call \\
      -H "Authorization: Bearer $PEGBOARD_TOKEN" \\
      -H 'Content-Type: application/json' \\
      --data-binary '{"args":{"path":"a"},"chat_id":"01930000-0000-7000-8000-000000000001"}'"
  `);
});
