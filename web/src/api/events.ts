import { fetchWithToken, type Schemas } from './client';
import { Problem } from './problem';

/** One thing that happened in the house. `lagged` says that something happened which nobody told. */
export type HouseEvent = Schemas['Happening'];

/** Whether the page hears what happens. */
export type Connection = 'connecting' | 'live' | 'lost';

type Hear = (event: HouseEvent) => void;

const PAUSE_FIRST_MS = 500;
const PAUSE_MAX_MS = 15_000;

/**
 * Follows the server's events until `signal` aborts, and comes back after a lost connection with what was missed.
 * Where nothing was heard yet, the server cannot know what was missed: what happened between the page's first request
 * and the opening of the stream is told to nobody, so `hear` gets a `lagged` then.
 * `EventSource` cannot send a token, so the stream is read by hand.
 */
export async function followEvents(
  hear: Hear,
  state: (connection: Connection) => void,
  signal: AbortSignal,
): Promise<void> {
  const place: Place = { last: null };
  let pause = PAUSE_FIRST_MS;
  state('connecting');
  while (!signal.aborted) {
    const opened = () => {
      pause = PAUSE_FIRST_MS;
      state('live');
    };
    const end = await followOnce(place, hear, opened, signal);
    if (signal.aborted) return;
    state('lost');
    // Without the right to listen there is nothing to come back to.
    if (end === 'refused') return;
    await sleep(pause, signal);
    pause = Math.min(pause * 2, PAUSE_MAX_MS);
  }
}

/** The last event that was heard. */
interface Place {
  last: string | null;
}

async function followOnce(
  place: Place,
  hear: Hear,
  opened: () => void,
  signal: AbortSignal,
): Promise<'broken' | 'refused'> {
  const headers: Record<string, string> = { Accept: 'text/event-stream' };
  if (place.last !== null) headers['Last-Event-ID'] = place.last;
  try {
    const response = await fetchWithToken('/events', { headers, signal });
    opened();
    if (place.last === null) hear({ type: 'lagged' });
    for await (const message of messages(response)) {
      if (message.id !== null) place.last = message.id;
      const event = parse(message.data);
      if (event) hear(event);
    }
  } catch (error) {
    if (error instanceof Problem && (error.status === 401 || error.status === 403)) return 'refused';
  }
  return 'broken';
}

interface Message {
  id: string | null;
  data: string;
}

/** The messages of a stream of server-sent events. Comments, which only keep the connection, are left out. */
async function* messages(response: Response): AsyncGenerator<Message> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      rest += value;
      const blocks = rest.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const message = readMessage(block);
        if (message) yield message;
      }
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

/** One block of the stream; `null` where it holds no data. */
export function readMessage(block: string): Message | null {
  let id: string | null = null;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    if (line.startsWith('data:')) data.push(line.slice(5).trimStart());
    else if (line.startsWith('id:')) id = line.slice(3).trim();
  }
  return data.length > 0 ? { id, data: data.join('\n') } : null;
}

function parse(data: string): HouseEvent | null {
  try {
    return JSON.parse(data) as HouseEvent;
  } catch {
    return null;
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
