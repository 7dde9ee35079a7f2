import { DefaultChatTransport } from 'ai';
import { fetchWithToken } from '@/api/client';
import type { ChatMessage } from './messages';

/** Who is to reply; what is left out is the house's own choice. */
export interface Choice {
  worker?: string;
  model?: string;
}

/**
 * How the AI SDK's client reaches the chat. The server keeps the history, so only the last message goes up, with where it
 * stands; `trigger` in a request's body is for what the client has no word for.
 */
export function chatTransport(chatId: string, choice: () => Choice): DefaultChatTransport<ChatMessage> {
  const place = `/chats/${encodeURIComponent(chatId)}/stream?v=7`;
  return new DefaultChatTransport<ChatMessage>({
    api: place,
    fetch: (path, init) => fetchWithToken(String(path), init),
    prepareReconnectToStreamRequest: () => ({ api: place }),
    prepareSendMessagesRequest: ({ messages, trigger, messageId, body }) => ({
      body: { trigger, messageId, ...told(messages, trigger), ...choice(), ...body },
    }),
  });
}

function told(messages: ChatMessage[], trigger: string): object {
  if (trigger !== 'submit-message') return {};
  return { message: messages.at(-1), parentId: messages.at(-2)?.id ?? null };
}
