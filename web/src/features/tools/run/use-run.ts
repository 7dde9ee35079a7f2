import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { api, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';
import { Problem } from '@/api/problem';
import { useEvents } from '@/app/live';
import type { Args } from '../form/json-schema';
import { same } from '../form/same';

type Call = Schemas['Call'];

/** How far a run is. */
export type Run =
  | { phase: 'idle' }
  /** `callId` is known once the server says that it began. */
  | { phase: 'running'; since: number; callId: string | null; log: string }
  /** It has a record: over, or waiting for a person. */
  | { phase: 'recorded'; callId: string }
  | { phase: 'refused'; error: unknown; args: Args };

/** How much of a live log is kept, in characters. The record has the rest. */
const LOG_KEPT = 64_000;

interface Started {
  args: Args;
  /** What calls printed that may be this one: the answer to which it is may come after the first lines. */
  logs: Map<string, string>;
  callId: string | null;
}

/** Runs a tool, and follows the call while it runs. */
export function useRun(toolId: string) {
  const client = useQueryClient();
  const [run, setRun] = useState<Run>({ phase: 'idle' });
  const current = useRef<Started | null>(null);

  const show = useCallback((started: Started) => {
    if (current.current !== started || started.callId === null) return;
    const { callId } = started;
    const log = started.logs.get(callId) ?? '';
    setRun((before) => (before.phase === 'running' ? { ...before, callId, log } : before));
  }, []);

  useEvents((event) => {
    const started = current.current;
    if (!started) return;
    if (event.type === 'call_started' && event.tool_id === toolId && started.callId === null) {
      started.logs.set(event.call_id, '');
      // Somebody else may have called the same tool at the same moment.
      void fetchCall(event.call_id).then((call) => {
        if (started.callId !== null || !same(call.args, started.args)) return;
        started.callId = call.id;
        show(started);
      }, ignore);
    }
    if (event.type === 'call_log' && started.logs.has(event.call_id)) {
      const log = (started.logs.get(event.call_id) ?? '') + event.text;
      started.logs.set(event.call_id, log.slice(-LOG_KEPT));
      show(started);
    }
  });

  const start = useCallback(
    async (args: Args, chatId: string | null): Promise<Call | null> => {
      const started: Started = { args, logs: new Map(), callId: null };
      current.current = started;
      setRun({ phase: 'running', since: Date.now(), callId: null, log: '' });
      try {
        const call = await got(
          api.POST('/tools/{tool_id}/call', {
            params: { path: { tool_id: toolId } },
            body: { args: args as never, chat_id: chatId },
          }),
        );
        client.setQueryData(keys.call(call.id), call);
        setRun({ phase: 'recorded', callId: call.id });
        return call;
      } catch (error) {
        // A call goes on when its client goes away, and its record says how.
        const lost = error instanceof Problem && error.status === 0 && started.callId !== null;
        setRun(
          lost && started.callId
            ? { phase: 'recorded', callId: started.callId }
            : { phase: 'refused', error, args },
        );
        return null;
      } finally {
        current.current = null;
      }
    },
    [client, toolId],
  );

  const clear = useCallback(() => setRun({ phase: 'idle' }), []);
  return { run, start, clear };
}

function fetchCall(id: string): Promise<Call> {
  return got(api.GET('/calls/{call_id}', { params: { path: { call_id: id } } }));
}

function ignore(): void {
  // The call's end is told by the answer to the request itself.
}
