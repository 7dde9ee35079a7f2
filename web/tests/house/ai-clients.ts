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

/** The versions of the AI SDK whose clients are tried. */
export const versions = [6, 7] as const;
export type Version = (typeof versions)[number];

/** Where a client finds its chat. */
export interface Place {
  id: string;
  api: string;
  headers: Record<string, string>;
}

/** What both versions have in common. */
export type Client = Pick<
  Chat7<never>,
  'status' | 'sendMessage' | 'addToolApprovalResponse' | 'resumeStream' | 'error'
> & { messages: { role: string; parts: Record<string, unknown>[] }[] };

/** The published client of a version, as an application sets it up; it runs in Node and in a browser. */
export function clientOf(version: Version, { id, api, headers }: Place): Client {
  if (version === 6) {
    const transport = new Transport6({
      api,
      headers,
      prepareReconnectToStreamRequest: () => ({ api, headers }),
    });
    return new Chat6({ id, transport, sendAutomaticallyWhen: decided6 }) as unknown as Client;
  }
  const newer = `${api}?v=7`;
  const transport = new Transport7({
    api: newer,
    headers,
    prepareReconnectToStreamRequest: () => ({ api: newer, headers }),
  });
  return new Chat7({ id, transport, sendAutomaticallyWhen: decided7 }) as unknown as Client;
}

const last = (client: Client) => client.messages.at(-1)?.parts ?? [];

/** What the last message says. */
export function textOf(client: Client): string {
  const said = last(client).filter(({ type }) => type === 'text');
  return said.map((part) => part.text).join('|');
}

/** The first call of the last message. */
export function callOf(client: Client): Record<string, unknown> | undefined {
  return last(client).find(({ type }) => type === 'dynamic-tool');
}

/** Says something, decides about the call that comes of it, and waits for the end: how the call stood, and what was said. */
export async function decide(
  version: Version,
  place: Place,
  says: string,
  decision: { approved: boolean; reason?: string },
): Promise<{ states: unknown[]; text: string; error: string | undefined }> {
  const client = clientOf(version, place);
  await client.sendMessage({ text: says });
  const asked = callOf(client);
  const { id } = (asked?.approval ?? { id: 'none' }) as { id: string };
  const states = [asked?.state];
  await client.addToolApprovalResponse({ id, ...decision });
  // The client goes on by itself.
  while (!client.error && (client.status !== 'ready' || textOf(client) === '')) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { states: [...states, callOf(client)?.state], text: textOf(client), error: client.error?.message };
}
