import { useChat } from '@ai-sdk/react';
import { useQueryClient } from '@tanstack/react-query';
import { lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';
import { useEffect, useMemo, useRef, useState } from 'react';
import { api } from '@/api/client';
import { keys } from '@/api/keys';
import { Problem } from '@/api/problem';
import { useEvents } from '@/app/live';
import { tellProblem } from '@/components/notices';
import type { FilePart } from '../attachments/attachments';
import { type ChatMessage, waitingIn, withoutCutStep } from './messages';
import { type Choice, chatTransport } from './transport';
import { useSaying } from './turns';

/** The longest that the page waits before it draws more of a reply. */
const DRAW_EVERY_MS = 50;

/** What somebody says. */
export interface Said {
  text: string;
  files: readonly FilePart[];
}

/** What can be done in a conversation. */
export interface Conversation {
  messages: ChatMessage[];
  /** Whether a reply is being written. */
  busy: boolean;
  /** Whether it has been asked for and nothing has come yet. */
  awaited: boolean;
  error: Error | undefined;
  /** What workers say just now, by the call that handed them work. */
  saying: ReadonlyMap<string, string>;
  /** What the server did not take, so that it is not lost. */
  unsent: Said | null;
  say: (said: Said) => void;
  /** Says something else in place of a message, on a branch beside it. */
  sayInstead: (messageId: string, said: Said) => void;
  writeAnew: (messageId: string) => void;
  goOn: () => void;
  stop: () => void;
  /** Decides about the one call that waits, in the stream; `false` where others wait or may come, which the record decides. */
  decide: (callId: string, approved: boolean, reason?: string) => boolean;
}

/**
 * A chat as the AI SDK's client has it. Between replies the record leads: what it says of the active branch takes the place
 * of what was streamed.
 */
export function useConversation(chatId: string, recorded: ChatMessage[], choice: Choice): Conversation {
  const chosen = useRef(choice);
  useEffect(() => {
    chosen.current = choice;
  });
  const said = useRef<Said | null>(null);
  const [unsent, setUnsent] = useState<Said | null>(null);
  const { saying, hear } = useSaying();
  const transport = useMemo(() => chatTransport(chatId, () => chosen.current), [chatId]);
  const chat = useChat<ChatMessage>({
    id: chatId,
    messages: recorded,
    transport,
    throttle: DRAW_EVERY_MS,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
    onError: (error) => {
      if (error instanceof Problem) setUnsent(said.current);
    },
    onData: hear,
    onFinish: () => {
      said.current = null;
    },
  });
  const send = (message: Said & { messageId?: string }) => {
    said.current = message;
    setUnsent(null);
    const { text, files, ...place } = message;
    const parts = [...files];
    void chat.sendMessage({ ...(text === '' ? { files: parts } : { text, files: parts }), ...place });
  };
  const busy = chat.status === 'submitted' || chat.status === 'streaming';
  useRecord(chatId, recorded, busy, chat);
  return {
    messages: chat.messages,
    busy,
    awaited: chat.status === 'submitted',
    error: chat.error,
    unsent,
    saying,
    say: send,
    sayInstead: (messageId, instead) => send({ ...instead, messageId }),
    writeAnew: (messageId) => void chat.regenerate({ messageId }),
    goOn: () => {
      chat.setMessages((messages) =>
        messages.map((one, at) => (at === messages.length - 1 ? withoutCutStep(one) : one)),
      );
      void chat.sendMessage(undefined, { body: { trigger: 'go-on' } });
    },
    // The stream tells its end by itself then; leaving it would only leave the end unseen.
    stop: () =>
      void api.POST('/chats/{chat_id}/stop', { params: { path: { chat_id: chatId } } }).catch(tellProblem),
    decide: (callId, approved, reason) => {
      // The client would keep it to itself until the stream has ended, and the record takes its place then.
      if (busy) return false;
      const waiting = waitingIn(chat.messages.at(-1));
      if (waiting.length !== 1 || waiting[0] !== callId) return false;
      void chat.addToolApprovalResponse({ id: callId, approved, ...(reason ? { reason } : {}) });
      return true;
    },
  };
}

type Client = Pick<ReturnType<typeof useChat<ChatMessage>>, 'setMessages' | 'resumeStream'>;

/** Brings the client to agree with the record after each reply, and has it follow those that the record says are being written. */
function useRecord(
  chatId: string,
  recorded: ChatMessage[],
  busy: boolean,
  { setMessages, resumeStream }: Client,
) {
  const client = useQueryClient();
  const [wasBusy, setWasBusy] = useState(busy);
  // While this holds, the record that is here may be older than what was streamed.
  const [settling, setSettling] = useState(false);
  // The reply that was followed last: without news of it there is no use in asking for it again.
  const followed = useRef<string | null>(null);
  if (busy !== wasBusy) {
    setWasBusy(busy);
    setSettling(!busy);
  }
  useEvents((event) => {
    if (event.type !== 'reply_changed' || event.chat_id !== chatId || event.status !== 'running') return;
    followed.current = null;
    if (!busy) setSettling(true);
  });
  useEffect(() => {
    if (!settling) return;
    let left = false;
    const settled = () => {
      if (!left) setSettling(false);
    };
    const chat = client.refetchQueries({ queryKey: keys.chat(chatId), exact: true });
    const calls = client.refetchQueries({ queryKey: callsKey(chatId), exact: true });
    void Promise.allSettled([chat, calls]).then(settled);
    return () => {
      left = true;
    };
  }, [client, chatId, settling]);
  useEffect(() => {
    if (busy || settling) return;
    setMessages(recorded);
    const last = recorded.at(-1);
    if (last?.metadata?.status !== 'running' || followed.current === last.id) return;
    followed.current = last.id;
    void resumeStream();
  }, [busy, settling, recorded, setMessages, resumeStream]);
}

function callsKey(chatId: string) {
  return keys.callList({ chat_id: chatId, by: 'message' });
}
