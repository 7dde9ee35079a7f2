import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, got } from '@/api/client';
import { keys } from '@/api/keys';
import { tell, tellProblem } from '@/components/notices';
import type { Branches } from '../branches';
import { type Chat, type ChatWithMessages, deletionOf, type Message } from '../queries';

const at = (chat: string) => ({ params: { path: { chat_id: chat } } });
const atMessage = (chat: string, message: string) => ({
  params: { path: { chat_id: chat, message_id: message } },
});

/**
 * Has lists and chats asked for again, then the files where they moved: what is shown of a message that went may want one
 * that went with it.
 */
async function anew(client: QueryClient, moved?: string): Promise<void> {
  await client.invalidateQueries({ queryKey: keys.chats });
  if (moved) await client.invalidateQueries({ queryKey: keys.workspace(moved) });
}

/** The way back of a notice. */
export function undo(work: () => Promise<unknown>) {
  return { label: 'Undo', run: () => void work().catch(tellProblem) };
}

/** Gives a chat another title. */
export function useRename(chat: Pick<Chat, 'id' | 'title'>) {
  const client = useQueryClient();
  const to = (title: string) => got(api.PATCH('/chats/{chat_id}', { ...at(chat.id), body: { title } }));
  return useMutation({
    mutationFn: to,
    onMutate: () => chat.title,
    onSuccess: (renamed, _, before) =>
      tell(
        `It is called “${renamed.title}” now.`,
        undo(async () => {
          await to(before);
          await anew(client);
        }),
      ),
    onSettled: () => anew(client),
  });
}

/** Makes a chat of the branch that ends with a message, or of the active one, and goes there. */
export function useFork(chat: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const open = (id: string) => navigate({ to: '/chats/$chatId', params: { chatId: id } });
  return useMutation({
    mutationFn: (message: string | undefined) =>
      got(api.POST('/chats/{chat_id}/fork', { ...at(chat), body: message ? { message_id: message } : {} })),
    onSuccess: async (fork) => {
      await open(fork.id);
      tell(
        'This chat is a fork: what happens here leaves the other one as it is.',
        undo(async () => {
          await open(chat);
          await api.DELETE('/chats/{chat_id}', at(fork.id));
          await anew(client);
        }),
      );
    },
    onError: tellProblem,
    onSettled: () => anew(client),
  });
}

/** Deletes a chat, whose row or page may be gone before the lists are there anew. `leave` goes away from its page, where that is open. */
export function useDeleteChat({ id, title }: Pick<Chat, 'id' | 'title'>, leave?: () => Promise<void>) {
  const client = useQueryClient();
  return useMutation({
    mutationKey: deletionOf(id),
    mutationFn: () => api.DELETE('/chats/{chat_id}', at(id)),
    onSuccess: async () => {
      await leave?.();
      tell(
        `“${title}” is deleted.`,
        undo(async () => {
          await api.POST('/chats/{chat_id}/restore', at(id));
          await anew(client);
        }),
      );
    },
    onSettled: () => void anew(client),
  });
}

/** Brings a deleted chat back. */
export function useRestoreChat() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (chat: string) => got(api.POST('/chats/{chat_id}/restore', at(chat))),
    onSuccess: ({ id, title }) =>
      tell(`“${title}” is among the chats again.`, {
        label: 'Open',
        run: () => void navigate({ to: '/chats/$chatId', params: { chatId: id } }),
      }),
    onError: tellProblem,
    onSettled: () => anew(client),
  });
}

/** Deletes a message and all below it. The way back leads to where the chat stood as well. */
export function useDeleteBranch(chat: ChatWithMessages, branches: Branches<Message>) {
  const client = useQueryClient();
  // Gone from the page at once.
  const without = (message: string, { active_leaf_message_id }: Chat) => {
    const gone = branches.branchFrom(message);
    client.setQueryData<ChatWithMessages>(
      keys.chat(chat.id),
      (known) =>
        known && {
          ...known,
          active_leaf_message_id: active_leaf_message_id ?? null,
          messages: known.messages.filter(({ id }) => !gone.has(id)),
        },
    );
  };
  return useMutation({
    mutationFn: (message: string) =>
      got(api.DELETE('/chats/{chat_id}/messages/{message_id}', atMessage(chat.id, message))),
    onMutate: () => chat.active_leaf_message_id,
    onSuccess: (after, message, before) => {
      without(message, after);
      tell(
        'The branch is deleted.',
        undo(async () => {
          await api.POST('/chats/{chat_id}/messages/{message_id}/restore', atMessage(chat.id, message));
          if (before && before !== after.active_leaf_message_id) await goTo(chat.id, before);
          await anew(client, chat.id);
        }),
      );
    },
    onSettled: () => void anew(client, chat.id),
  });
}

/** Brings a deleted branch back. The chat stays where it stands. */
export function useRestoreBranch(chat: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (message: string) =>
      got(api.POST('/chats/{chat_id}/messages/{message_id}/restore', atMessage(chat, message))),
    onSuccess: (_, message) =>
      tell('The branch is back.', {
        label: 'Go there',
        run: () => void goTo(chat, message).then(() => anew(client, chat), tellProblem),
      }),
    onSettled: () => anew(client, chat),
  });
}

function goTo(chat: string, message: string) {
  return got(api.POST('/chats/{chat_id}/active-leaf', { ...at(chat), body: { message_id: message } }));
}
