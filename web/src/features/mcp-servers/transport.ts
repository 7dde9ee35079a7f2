import type { Schemas } from '@/api/client';

/** What people call a transport. */
export const transports: Record<string, string> = {
  stdio: 'program',
  sse: 'address (SSE)',
  'streamable-http': 'address',
};

/** How a server is reached, in one line: its command line or its address. */
export function reachOf({
  command,
  args,
  url,
}: Pick<Schemas['McpServer'], 'command' | 'args' | 'url'>): string {
  return url ?? [command ?? '', ...args].map(asWord).join(' ');
}

/** A word as it is typed into a command line. */
export function asWord(word: string): string {
  return /^[\w@%+=:,./~${}*-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
