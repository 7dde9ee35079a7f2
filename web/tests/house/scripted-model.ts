import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call as the model asks for it; its arguments come in pieces. */
export interface ScriptedCall {
  id: string;
  /** The tool's name in the model's world, such as `app-builder__write_file`. */
  name: string;
  args: object;
}

/** One thing that the model does within an answer. */
type Step = { text: string } | { call: ScriptedCall } | { gate: Gate } | { cut: true };

/** One answer. */
export type Turn = { steps: Step[] } | { status: number; message: string };

/** A place where an answer waits until the test lets it go on. */
export class Gate {
  open: () => void = () => undefined;
  readonly opened = new Promise<void>((resolve) => {
    this.open = resolve;
  });
}

export const says = (...pieces: string[]): Turn => ({ steps: pieces.map((text) => ({ text })) });
export const asks = (...calls: ScriptedCall[]): Turn => ({ steps: calls.map((call) => ({ call })) });

/** A server of OpenAI's chat completions that answers each request with the next turn that a test wrote down. */
export class ScriptedModel {
  /** The bodies of all requests so far. */
  readonly requests: { messages: { role: string; content: unknown }[] }[] = [];

  private constructor(
    private readonly server: Server,
    private readonly turns: Turn[],
  ) {}

  static async start(): Promise<ScriptedModel> {
    const turns: Turn[] = [];
    const server = createServer();
    const model = new ScriptedModel(server, turns);
    server.on('request', (request, response) => void model.answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return model;
  }

  /** As a profile's `base_url` has it. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  /** Adds answers after those that are left. */
  add(...turns: Turn[]): void {
    this.turns.push(...turns);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += chunk;
    this.requests.push(JSON.parse(body));
    const turn = this.turns.shift() ?? { status: 400, message: 'the test wrote down no more turns' };
    if ('status' in turn) {
      response.writeHead(turn.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: turn.message, type: 'scripted', code: null } }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    await write(response, turn.steps);
  }
}

async function write(response: ServerResponse, steps: readonly Step[]): Promise<void> {
  let calls = 0;
  const tell = (delta: object, finish: string | null = null) => chunk(response, delta, finish);
  tell({ role: 'assistant', content: '' });
  for (const step of steps) {
    if ('text' in step) tell({ content: step.text });
    else if ('gate' in step) await step.gate.opened;
    else if ('cut' in step) return void response.destroy();
    else for (const delta of piecesOf(step.call, calls++)) tell(delta);
  }
  tell({}, calls > 0 ? 'tool_calls' : 'stop');
  response.end('data: [DONE]\n\n');
}

/** A call as it is streamed: its name first, then its arguments in two pieces that cut a word in half. */
function piecesOf({ id, name, args }: ScriptedCall, index: number): object[] {
  const text = JSON.stringify(args);
  const half = Math.ceil(text.length / 2);
  const more = (piece: string) => ({ tool_calls: [{ index, function: { arguments: piece } }] });
  const begun = { tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] };
  return [begun, more(text.slice(0, half)), more(text.slice(half))];
}

function chunk(response: ServerResponse, delta: object, finish: string | null): void {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  const usage =
    finish === null ? {} : { usage: { prompt_tokens: 29, completion_tokens: 11, total_tokens: 40 } };
  const said = {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'scripted',
    choices,
    ...usage,
  };
  response.write(`data: ${JSON.stringify(said)}\n\n`);
}
