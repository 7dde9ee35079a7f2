import { Chat as Chat7 } from '@ai-sdk/react';
import { Chat as Chat6 } from '@ai-sdk/react-6';
import {
  lastAssistantMessageIsCompleteWithApprovalResponses as decided7,
  DefaultChatTransport as Transport7,
} from 'ai';
import {
  lastAssistantMessageIsCompleteWithApprovalResponses as decided6,
  DefaultChatTransport as Transport6,
} from 'ai-6';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asks, Gate, type ScriptedCall, ScriptedModel, says } from './house/scripted-model';
import { example, Server } from './house/server';

let house: Server;
let model: ScriptedModel;
let failed: Error | undefined;

beforeAll(async () => {
  [house, model] = await Promise.all([Server.start(), ScriptedModel.start()]);
  await house.install(example('app-builder'));
  const profile = { protocol: 'openai', base_url: model.url, model: 'scripted', api_key: 'sk-scripted-1' };
  await house.json('/models/scripted', profile, 'PUT');
});
afterAll(() => Promise.all([house?.stop(), model?.stop()]));

/** What both generations of the client have in common. */
type Client = Pick<
  Chat7<never>,
  'status' | 'sendMessage' | 'addToolApprovalResponse' | 'resumeStream' | 'error'
> & { messages: { role: string; parts: Record<string, unknown>[] }[] };

const command = (id: string, text: string): ScriptedCall => ({
  id,
  name: 'app-builder__run_command',
  args: { command: text },
});

async function newChat(): Promise<{ id: string; api: string; headers: Record<string, string> }> {
  const { id } = await house.json<{ id: string }>('/chats', {});
  return { id, api: `${house.url}/chats/${id}/stream`, headers: { Authorization: `Bearer ${house.token}` } };
}

const onError = (error: Error) => {
  failed = error;
};

const generations = {
  6: ({ id, api, headers }: Awaited<ReturnType<typeof newChat>>) =>
    new Chat6({
      id,
      onError,
      transport: new Transport6({ api, headers, prepareReconnectToStreamRequest: () => ({ api, headers }) }),
      sendAutomaticallyWhen: decided6,
    }) as unknown as Client,
  7: ({ id, api, headers }: Awaited<ReturnType<typeof newChat>>) =>
    new Chat7({
      id,
      onError,
      transport: new Transport7({
        api: `${api}?v=7`,
        headers,
        prepareReconnectToStreamRequest: () => ({ api: `${api}?v=7`, headers }),
      }),
      sendAutomaticallyWhen: decided7,
    }) as unknown as Client,
};

const last = (client: Client) => client.messages.at(-1)?.parts ?? [];
const text = (client: Client) => {
  const said = last(client).filter(({ type }) => type === 'text');
  return said.map((part) => part.text).join('|');
};
const tool = (client: Client) => last(client).find(({ type }) => type === 'dynamic-tool');
/** What the client calls the approval that it is asked for. */
const approval = (client: Client) => {
  const asked = tool(client)?.approval as { id?: string } | undefined;
  return asked?.id ?? 'none';
};

describe.each([6, 7] as const)('the client of version %i', (version) => {
  test('has a call approved, and its result told', async () => {
    const place = await newChat();
    const client = generations[version](place);
    model.add(asks(command('c1', 'echo hi > out.txt')), says('It ran.'));
    await client.sendMessage({ text: 'Run it.' });
    expect(tool(client)).toMatchObject({
      state: 'approval-requested',
      input: { command: 'echo hi > out.txt' },
    });
    await client.addToolApprovalResponse({ id: approval(client), approved: true });
    await expect.poll(() => text(client)).toBe('It ran.');
    await expect.poll(() => client.status).toBe('ready');
    expect(tool(client)).toMatchObject({ state: 'output-available' });
    expect((await house.file(place.id, 'out.txt')).toString()).toBe('hi\n');
    expect(failed).toBeUndefined();
  });

  test('has a call denied, and says so to the model', async () => {
    const client = generations[version](await newChat());
    model.add(asks(command('c1', 'rm -r .')), says('Then not.'));
    await client.sendMessage({ text: 'Take all away.' });
    await client.addToolApprovalResponse({ id: approval(client), approved: false, reason: 'it is needed' });
    await expect.poll(() => text(client)).toBe('Then not.');
    await expect.poll(() => client.status).toBe('ready');
    expect(tool(client)).toMatchObject({ state: 'output-denied' });
    expect(JSON.stringify(model.requests.at(-1)?.messages.at(-1))).toContain('it is needed');
    expect(failed).toBeUndefined();
  });

  test('follows a reply that another one began', async () => {
    const place = await newChat();
    const gate = new Gate();
    model.add({ steps: [{ text: 'Once upon ' }, { gate }, { text: 'a time.' }] });
    const first = generations[version](place);
    const told = first.sendMessage({ text: 'Tell me a story.' });
    await expect.poll(() => text(first)).toBe('Once upon ');
    const second = generations[version](place);
    const resumed = second.resumeStream();
    await expect.poll(() => text(second)).toBe('Once upon ');
    gate.open();
    await Promise.all([told, resumed]);
    expect([text(first), text(second)]).toEqual(['Once upon a time.', 'Once upon a time.']);
    expect(failed).toBeUndefined();
  });
});
