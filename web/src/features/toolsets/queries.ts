import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';
import { tellProblem } from '@/components/notices';

export type Toolset = Schemas['Toolset'];
export type ToolsetWithParts = Schemas['ToolsetWithParts'];

export const toolsetsQuery = { queryKey: keys.toolsets, queryFn: () => got(api.GET('/toolsets')) };

export const toolsetQuery = (id: string) => ({
  queryKey: keys.toolset(id),
  queryFn: () => got(api.GET('/toolsets/{toolset_id}', { params: { path: { toolset_id: id } } })),
});

export const useToolsets = () => useQuery(toolsetsQuery);
export const useToolset = (id: string) => useQuery(toolsetQuery(id));
export const useTools = () => useQuery({ queryKey: keys.tools, queryFn: () => got(api.GET('/tools')) });

/** What would go with a toolset; asked for only while somebody is about to remove it. */
export function useUninstallPreview(id: string, asked: boolean) {
  return useQuery({
    queryKey: [...keys.toolset(id), 'uninstall'],
    queryFn: () =>
      got(api.GET('/toolsets/{toolset_id}/uninstall-preview', { params: { path: { toolset_id: id } } })),
    enabled: asked,
    staleTime: 0,
  });
}

export function useUninstall(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => got(api.DELETE('/toolsets/{toolset_id}', { params: { path: { toolset_id: id } } })),
    onSuccess: () => {
      client.removeQueries({ queryKey: keys.toolset(id) });
      void client.invalidateQueries({ queryKey: keys.toolsets });
      void client.invalidateQueries({ queryKey: keys.tools });
    },
    onError: tellProblem,
  });
}

interface Switching {
  id: string;
  enabled: boolean;
}

/** Switches a toolset on or off. The page shows it at once, and takes it back when the server refuses. */
export function useSwitchToolset() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, enabled }: Switching) =>
      got(
        api.POST('/toolsets/{toolset_id}/enable', {
          params: { path: { toolset_id: id } },
          body: { enabled },
        }),
      ),
    onMutate: async (switching) => {
      await client.cancelQueries({ queryKey: keys.toolsets });
      show(client, switching);
    },
    onError: (error, { id, enabled }) => {
      show(client, { id, enabled: !enabled });
      tellProblem(error);
    },
    onSettled: () => {
      void client.invalidateQueries({ queryKey: keys.toolsets });
      void client.invalidateQueries({ queryKey: keys.tools });
    },
  });
}

/** Writes a switched toolset into what is kept of it. */
function show(client: QueryClient, { id, enabled }: Switching): void {
  client.setQueryData<{ items: Toolset[] }>(keys.toolsets, (list) =>
    list
      ? { ...list, items: list.items.map((one) => (one.id === id ? { ...one, enabled } : one)) }
      : undefined,
  );
  client.setQueryData<ToolsetWithParts>(keys.toolset(id), (one) => (one ? { ...one, enabled } : undefined));
}
