import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';
import { tellProblem } from '@/components/notices';
import type { Args } from '../form/json-schema';

type SavedInput = Schemas['SavedInput'];

const keyOf = (toolId: string) => [...keys.tool(toolId), 'inputs'] as const;

/** The arguments that are kept for a tool, by name. */
export function useSavedInputs(toolId: string) {
  return useQuery({
    queryKey: keyOf(toolId),
    queryFn: () => got(api.GET('/tools/{tool_id}/inputs', { params: { path: { tool_id: toolId } } })),
    select: ({ items }) => [...items].sort((a, b) => a.name.localeCompare(b.name)),
  });
}

/** Keeps arguments under a name, in place of what stood there. */
export function useSaveInput(toolId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, args }: { name: string; args: Args }) =>
      got(
        api.PUT('/tools/{tool_id}/inputs/{name}', {
          params: { path: { tool_id: toolId, name } },
          body: { args: args as never },
        }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(toolId) }),
  });
}

/** Forgets arguments. They go at once, and come back where the server refuses. */
export function useDeleteInput(toolId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name }: SavedInput) =>
      api.DELETE('/tools/{tool_id}/inputs/{name}', { params: { path: { tool_id: toolId, name } } }),
    onMutate: async ({ name }) => {
      await client.cancelQueries({ queryKey: keyOf(toolId) });
      client.setQueryData<{ items: SavedInput[] }>(keyOf(toolId), (kept) =>
        kept ? { ...kept, items: kept.items.filter((input) => input.name !== name) } : kept,
      );
    },
    onError: tellProblem,
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(toolId) }),
  });
}
