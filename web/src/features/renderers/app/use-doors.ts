import { useCallback, useMemo, useRef, useState } from 'react';
import type { Schemas } from '@/api/client';
import type { Doors } from './app-host';
import { Refused } from './messages';
import { callForApp, readForApp } from './server-tool';

type Call = Schemas['Call'];

/** Messages of an app that are kept. */
const SAID_MAX = 20;

/** What an app asked for and a person has to see, and the doors that it asked through. */
export function useDoors(call: Call) {
  const pending = usePending();
  const link = useLink();
  const [said, setSaid] = useState<readonly string[]>([]);
  const { wait } = pending;
  const { open } = link;
  const doors = useMemo<Omit<Doors, 'resize'>>(
    () => ({
      callTool: (name, args) => callForApp(call, name, args, wait),
      readResource: (uri) => readForApp(call, uri),
      openLink: open,
      say: (text) => setSaid((before) => [...before, text].slice(-SAID_MAX)),
    }),
    [call, wait, open],
  );
  return { doors, pending, link, said };
}

/** The calls that wait for a person, each until it is over. */
function usePending() {
  const [calls, setCalls] = useState<readonly Call[]>([]);
  const answers = useRef(new Map<string, (call: Call) => void>());
  const wait = useCallback((call: Call) => {
    setCalls((before) => [...before, call]);
    return new Promise<Call>((resolve) => answers.current.set(call.id, resolve));
  }, []);
  const decide = useCallback((call: Call) => {
    answers.current.get(call.id)?.(call);
    answers.current.delete(call.id);
    setCalls((before) => before.filter(({ id }) => id !== call.id));
  }, []);
  return { calls, wait, decide };
}

/** One link at a time that a person is asked about. */
function useLink() {
  const [url, setUrl] = useState<string | null>(null);
  const asking = useRef<((opened: boolean) => void) | null>(null);
  const open = useCallback((url: string) => {
    if (asking.current) throw new Refused('a person is asked about another link already');
    setUrl(url);
    return new Promise<boolean>((resolve) => {
      asking.current = resolve;
    });
  }, []);
  const answer = useCallback((opened: boolean) => {
    asking.current?.(opened);
    asking.current = null;
    setUrl(null);
  }, []);
  return { url, open, answer };
}
