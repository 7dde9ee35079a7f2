import type { Schemas } from '@/api/client';
import type { Server } from '../queries';
import { reachOf } from '../transport';
import { readCommandLine } from './command-line';
import { idFor } from './server-id';

type Settings = Schemas['ServerSettings'];

/** A name with its value, of the environment or of the headers. */
export interface Pair {
  name: string;
  value: string;
}

/** A server as somebody writes it down. */
export interface Draft {
  way: 'command' | 'address';
  line: string;
  url: string;
  /** HTTP+SSE is what older servers speak. */
  transport: 'http' | 'sse';
  /** Empty: the one that the command or address suggests. */
  id: string;
  env: Pair[];
  headers: Pair[];
  scope: 'shared' | 'chat';
  asks: 'by-tool' | 'always' | 'never';
}

export const emptyDraft: Draft = {
  way: 'command',
  line: '',
  url: '',
  transport: 'http',
  id: '',
  env: [],
  headers: [],
  scope: 'shared',
  asks: 'by-tool',
};

/** Settings that can be sent, or what is wrong with the draft. */
export type ReadDraft = { settings: Settings } | { fault: string };

const confirmations = { 'by-tool': null, always: true, never: false } as const;

/** What a draft comes to. The server checks it again. */
export function settingsOf(draft: Draft): ReadDraft {
  const id = draft.id || suggestedId(draft);
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(id)) {
    return { fault: 'A name has letters, digits, `-`, `_` and `.`, and begins with a letter or a digit.' };
  }
  const shared = { id, scope: draft.scope, requires_confirmation: confirmations[draft.asks] };
  if (draft.way === 'address') return withAddress(draft, shared);
  const read = readCommandLine(draft.line);
  if ('fault' in read) return read;
  const { env, command, args } = read.line;
  const all = { ...env, ...record(draft.env) };
  if (hidden([...Object.values(all), ...args])) return { fault: HIDDEN };
  return { settings: { ...shared, command, args, env: all } };
}

// biome-ignore lint/suspicious/noTemplateCurlyInString: so are variables written
const HIDDEN = 'A value shows as `***`. Write it anew, or a `${NAME}` in its place.';

function withAddress(draft: Draft, shared: Settings): ReadDraft {
  const url = draft.url.trim();
  // A variable may stand for any part of it.
  if (!/^(https?:\/\/|\$\{)/.test(url)) return { fault: 'An address begins with http:// or https://.' };
  const headers = record(draft.headers);
  if (hidden([url, ...Object.values(headers)])) return { fault: HIDDEN };
  return { settings: { ...shared, type: draft.transport, url, headers } };
}

/** Whether somebody would send back what the server masked. */
function hidden(values: string[]): boolean {
  return values.some((value) => value.includes('***'));
}

function record(pairs: Pair[]): Record<string, string> {
  return Object.fromEntries(
    pairs.filter(({ name }) => name.trim()).map(({ name, value }) => [name.trim(), value]),
  );
}

/** The id that a draft has when nobody writes another. */
export function suggestedId(draft: Draft): string {
  if (draft.way === 'address') return idFor([draft.url.trim()]);
  const read = readCommandLine(draft.line);
  return 'line' in read ? idFor([read.line.command, ...read.line.args]) : '';
}

/** A registered server as a draft, to be changed. */
export function draftOf(server: Server): Draft {
  const address = server.server_type !== 'stdio';
  return {
    way: address ? 'address' : 'command',
    line: address ? '' : reachOf(server),
    url: server.url ?? '',
    transport: server.server_type === 'sse' ? 'sse' : 'http',
    id: server.id,
    env: [...server.env],
    headers: [...server.headers],
    scope: server.scope,
    asks:
      server.requires_confirmation === true
        ? 'always'
        : server.requires_confirmation === false
          ? 'never'
          : 'by-tool',
  };
}
