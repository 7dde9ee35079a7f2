import { expect, test } from 'vitest';
import { readCommandLine } from './command-line';

const plain = (command: string, ...args: string[]) => ({ line: { env: {}, command, args } });

test('words are parted as a shell parts them', () => {
  expect(readCommandLine('npx -y @modelcontextprotocol/server-memory')).toEqual(
    plain('npx', '-y', '@modelcontextprotocol/server-memory'),
  );
  expect(readCommandLine('  run "two words"  \'a "b"\' c\\ d ""  e"f"g ')).toEqual(
    plain('run', 'two words', 'a "b"', 'c d', '', 'efg'),
  );
  expect(readCommandLine('run \\\n  --flag')).toEqual(plain('run', '--flag'));
});

test('paths of Windows keep their backslashes', () => {
  expect(readCommandLine('C:\\tools\\server.exe "C:\\My files\\x"')).toEqual(
    plain('C:\\tools\\server.exe', 'C:\\My files\\x'),
  );
});

test('variables in front of the command are its environment', () => {
  expect(readCommandLine('KEY=abc EMPTY= uvx mcp-server --mode=fast')).toEqual({
    line: { env: { KEY: 'abc', EMPTY: '' }, command: 'uvx', args: ['mcp-server', '--mode=fast'] },
  });
});

test('lines for other clients, and prompts that were copied along, are understood', () => {
  expect(readCommandLine('$ uvx mcp-server-time')).toEqual(plain('uvx', 'mcp-server-time'));
  expect(readCommandLine('claude mcp add time -s user -- uvx mcp-server-time --utc')).toEqual(
    plain('uvx', 'mcp-server-time', '--utc'),
  );
});

test('what only a shell could run is refused with the reason', () => {
  expect(readCommandLine('cd /srv && node server.js')).toEqual({ fault: expect.stringContaining('`&&`') });
  expect(readCommandLine('run "open')).toEqual({ fault: 'A quote " is open at the end.' });
  expect(readCommandLine('   ')).toEqual({ fault: 'Write the command that starts the server.' });
  expect(readCommandLine('A=1')).toEqual({ fault: 'Write the command that starts the server.' });
});

test('whatever is typed is read or refused, and quoted words come back as they were', () => {
  const signs = ['a', ' ', '"', "'", '\\', '$', '=', '\n', '|', 'é'];
  let seed = 7;
  const next = (below: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return seed % below;
  };
  for (let round = 0; round < 2000; round += 1) {
    const text = Array.from({ length: next(12) }, () => signs[next(signs.length)]).join('');
    const read = readCommandLine(text);
    expect('line' in read || read.fault.length > 0).toBe(true);
    const word = text.replaceAll("'", '');
    if (word.length > 0)
      expect(readCommandLine(`run '${word.replace(/\\\n/g, ' ')}'`)).toMatchObject({
        line: { command: 'run' },
      });
  }
});
