/** A message of an app (JSON-RPC 2.0). Nothing in it is trusted. */
export type Message =
  | { kind: 'request'; id: Id; method: string; params: Fields }
  | { kind: 'notification'; method: string; params: Fields };

export type Id = string | number;
export type Fields = Record<string, unknown>;

/** What goes to an app. */
export type Outgoing =
  | { jsonrpc: '2.0'; id: Id; result: object }
  | { jsonrpc: '2.0'; id: Id; error: { code: number; message: string } }
  | { jsonrpc: '2.0'; method: string; params: object };

/** Codes of errors, as JSON-RPC has them; the last one is ours for everything else. */
export const codes = {
  unknownMethod: -32601,
  invalidParams: -32602,
  refused: -32000,
} as const;

/** Why an app does not get what it asked for. The text is for it. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly code: number = codes.refused,
  ) {
    super(message);
    this.name = 'Refused';
  }
}

const ID_MAX = 200;

/** Reads a message; `null` for anything else, and for answers, because apps are asked nothing. */
export function readMessage(data: unknown): Message | null {
  if (!isFields(data) || data.jsonrpc !== '2.0' || typeof data.method !== 'string') return null;
  const { id, method, params = {} } = data;
  if (!isFields(params)) return null;
  if (id === undefined) return { kind: 'notification', method, params };
  return isId(id) ? { kind: 'request', id, method, params } : null;
}

function isId(id: unknown): id is Id {
  return typeof id === 'string' ? id.length <= ID_MAX : typeof id === 'number' && Number.isFinite(id);
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text at `key`. */
export function textAt(params: Fields, key: string): string {
  const value = params[key];
  if (typeof value !== 'string') throw new Refused(`\`${key}\` must be a text`, codes.invalidParams);
  return value;
}
