import { useState } from 'react';
import { readTurn, type WorkerTurn } from '../tool-call/turn';
import type { ChatMessage } from './messages';

/** The turns of workers that a reply tells, by the call that handed them work. */
export function turnsIn(parts: ChatMessage['parts']): Map<string, WorkerTurn> {
  const turns = new Map<string, WorkerTurn>();
  for (const part of parts) {
    if (part.type !== 'data-worker-turn' || !('id' in part) || typeof part.id !== 'string') continue;
    const turn = readTurn(part.data);
    if (turn) turns.set(part.id, turn);
  }
  return turns;
}

/** What workers say between two calls: it is told apart, for the turn has it once the next call is told. */
export function useSaying() {
  const [saying, setSaying] = useState<ReadonlyMap<string, string>>(new Map());
  const hear = ({ type, id, data }: { type: string; id?: string; data: unknown }) => {
    if (type === 'data-worker-turn' && id) setSaying((before) => without(before, id));
    if (type !== 'data-worker-delta' || !isDelta(data)) return;
    const { callId, delta } = data;
    setSaying((before) => new Map(before).set(callId, (before.get(callId) ?? '') + delta));
  };
  return { saying, hear };
}

function without(map: ReadonlyMap<string, string>, key: string): ReadonlyMap<string, string> {
  if (!map.has(key)) return map;
  const rest = new Map(map);
  rest.delete(key);
  return rest;
}

function isDelta(data: unknown): data is { callId: string; delta: string } {
  if (typeof data !== 'object' || data === null) return false;
  return (
    'callId' in data && typeof data.callId === 'string' && 'delta' in data && typeof data.delta === 'string'
  );
}
