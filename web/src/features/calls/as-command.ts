import type { Schemas } from '@/api/client';

type Asked = Pick<Schemas['Call'], 'tool_id' | 'chat_id'> & { args: unknown };

/** A word that a POSIX shell takes as it is, whatever stands in it. */
export function quoted(word: string): string {
  if (/^[\w@%+=:,./~-]+$/.test(word) && !word.startsWith('~')) return word;
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function hasArgs(args: unknown): boolean {
  return typeof args === 'object' && args !== null && Object.keys(args).length > 0;
}

/** The same call from a terminal. */
export function asPegboardCommand({ tool_id, chat_id, args }: Asked): string {
  const words = ['pegboard', 'call', quoted(tool_id)];
  if (hasArgs(args)) words.push('--args', quoted(JSON.stringify(args)));
  words.push('--chat', chat_id);
  return words.join(' ');
}

/** The same call over HTTP. The token stays out of it: commands are shared and kept in histories. */
export function asCurl({ tool_id, chat_id, args }: Asked, origin: string): string {
  const address = `${origin}/tools/${encodeURIComponent(tool_id)}/call`;
  return [
    `curl ${quoted(address)}`,
    '-H "Authorization: Bearer $PEGBOARD_TOKEN"',
    "-H 'Content-Type: application/json'",
    `--data-binary ${quoted(JSON.stringify({ args: args ?? {}, chat_id }))}`,
  ].join(' \\\n  ');
}
