import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';
import { tell, tellProblem } from '@/components/notices';
import { withState } from './shelves';

export type Chest = Schemas['Chest'];
export type ChestToolset = Schemas['ChestToolset'];
type ChestChange = Schemas['ChestChange'];

/** Which toolsets a chat has at hand. */
export function useChest(chat: string) {
  return useQuery({
    queryKey: keys.chest(chat),
    queryFn: () => got(api.GET('/chats/{chat_id}/chest', { params: { path: { chat_id: chat } } })),
  });
}

/** The tools that the chat's model is told of, as it is told of them. */
export function useShownTools(chat: string) {
  return useQuery({
    queryKey: [...keys.chest(chat), 'tools'],
    queryFn: () =>
      got(
        api.GET('/chats/{chat_id}/tools', {
          params: { path: { chat_id: chat }, query: { format: 'openai' as never } },
        }),
      ),
  });
}

/** What can be done with a toolset of a chest. */
export type Doing = 'activate' | 'deactivate' | 'essential';

/** Changes how a toolset stands. It is shown at once; what the server made of it takes its place. */
export function useChangeChest(chat: string) {
  const client = useQueryClient();
  const key = keys.chest(chat);
  return useMutation({
    mutationFn: ({ doing, id }: { doing: Doing; id: string }) => change(chat, doing, id),
    onMutate: async ({ doing, id }) => {
      await client.cancelQueries({ queryKey: key });
      const before = client.getQueryData<Chest>(key);
      if (before) client.setQueryData<Chest>(key, withState(before, id, doing));
      return before;
    },
    onError: (error, _, before) => {
      if (before) client.setQueryData(key, before);
      tellProblem(error);
    },
    onSuccess: (changed) => show(client, chat, changed.chest),
  });
}

function change(chat: string, doing: Doing, id: string): Promise<ChestChange> {
  const request = { params: { path: { chat_id: chat } }, body: { toolsets: [id] } };
  switch (doing) {
    case 'activate':
      return got(api.POST('/chats/{chat_id}/chest/activate', request));
    case 'deactivate':
      return got(api.POST('/chats/{chat_id}/chest/deactivate', request));
    case 'essential':
      return got(api.POST('/chats/{chat_id}/chest/essential', request));
  }
}

/** Goes back to the automatic chest, with a way back to what was chosen. */
export function useResetChest(chat: string) {
  const client = useQueryClient();
  const params = { path: { chat_id: chat } };
  const restore = async ({ active, essential }: { active: string[]; essential: string[] }) => {
    try {
      if (essential.length > 0)
        await api.POST('/chats/{chat_id}/chest/essential', { params, body: { toolsets: essential } });
      const changed = await got(api.PUT('/chats/{chat_id}/chest', { params, body: { active } }));
      show(client, chat, changed.chest);
    } catch (error) {
      tellProblem(error);
    }
  };
  return useMutation({
    mutationFn: () => got(api.DELETE('/chats/{chat_id}/chest', { params })),
    onMutate: () => client.getQueryData<Chest>(keys.chest(chat)),
    onError: tellProblem,
    onSuccess: (chest, _, before) => {
      show(client, chat, chest);
      const of = (state: string) =>
        before?.toolsets.filter((one) => one.state === state).map(({ id }) => id) ?? [];
      const chosen = { active: of('active'), essential: of('essential') };
      tell('The chest is automatic again.', { label: 'Undo', run: () => void restore(chosen) });
    },
  });
}

/** Initialises the active toolsets, also those that failed before. */
export function useInitialise(chat: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      got(api.POST('/chats/{chat_id}/chest/initialise', { params: { path: { chat_id: chat } } })),
    onError: tellProblem,
    onSuccess: (changed) => show(client, chat, changed.chest),
  });
}

function show(client: QueryClient, chat: string, chest: Chest): void {
  client.setQueryData(keys.chest(chat), chest);
  void client.invalidateQueries({ queryKey: [...keys.chest(chat), 'tools'] });
}
