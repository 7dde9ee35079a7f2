import {
  useInfiniteQuery,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';
import { tell, tellProblem } from '@/components/notices';

export type Chat = Schemas['Chat'];
export type ListedChat = Schemas['ListedChat'];
export type Message = Schemas['Message'];
export type CallSummary = Schemas['CallSummary'];
export type ChatWithMessages = Schemas['ChatWithMessages'];

const PAGE = 50;

/** Which chats are listed: all, those that say `q`, or those that were deleted. */
export type Which = { deleted?: true; q?: string };

/** Chats, newest first. */
export function useChats(which: Which) {
  return useInfiniteQuery({
    queryKey: [...keys.chats, 'list', which],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      got(
        api.GET('/chats', {
          params: { query: { limit: PAGE, ...which, ...(pageParam ? { cursor: pageParam } : {}) } },
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    // While somebody goes on typing, what was found last stays.
    placeholderData: (before, query) =>
      which.q && (query?.queryKey.at(-1) as Which | undefined)?.q ? before : undefined,
  });
}

/** The name of a chat's deletion while it goes on. */
export const deletionOf = (id: string) => [...keys.chat(id), 'delete'] as const;

/** A chat with its messages. */
export function useChat(id: string) {
  // Somebody who is about to leave it need not hear that it is gone.
  const going = useIsMutating({ mutationKey: deletionOf(id) }) > 0;
  return useQuery({
    queryKey: keys.chat(id),
    enabled: !going,
    queryFn: () => got(api.GET('/chats/{chat_id}', { params: { path: { chat_id: id } } })),
  });
}

/** The calls of a chat, newest first, a page at a time. */
export function useChatCalls(chat: string) {
  return useInfiniteQuery({
    queryKey: keys.callList({ chat_id: chat, by: 'message' }),
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      got(
        api.GET('/calls/timeline', {
          params: { query: { chat_id: chat, limit: 200, ...(pageParam ? { cursor: pageParam } : {}) } },
        }),
      ),
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });
}

export function useCreateChat() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (title: string) => got(api.POST('/chats', { body: title ? { title } : {} })),
    onSettled: () => client.invalidateQueries({ queryKey: keys.chats }),
  });
}

/** Goes to another branch; shown at once, taken back where the server refuses. */
export function useGoTo(chat: string) {
  const client = useQueryClient();
  const key = keys.chat(chat);
  return useMutation({
    mutationFn: (message: string) =>
      got(
        api.POST('/chats/{chat_id}/active-leaf', {
          params: { path: { chat_id: chat } },
          body: { message_id: message },
        }),
      ),
    onMutate: async (message) => {
      await client.cancelQueries({ queryKey: key, exact: true });
      const before = client.getQueryData<ChatWithMessages>(key);
      if (before) client.setQueryData(key, { ...before, active_leaf_message_id: message });
      return before;
    },
    onError: (error, _, before) => {
      if (before) client.setQueryData(key, before);
      tellProblem(error);
    },
    onSuccess: () => tell('The workspace went along to this branch.'),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: key, exact: true });
      void client.invalidateQueries({ queryKey: keys.workspace(chat) });
    },
  });
}
