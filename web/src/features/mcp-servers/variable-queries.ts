import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, got } from '@/api/client';
import { keys } from '@/api/keys';
import { tellProblem } from '@/components/notices';

const at = (toolset_id: string, name: string) => ({ params: { path: { toolset_id, name } } });

/** Keeps a value for a variable of a toolset's servers, encrypted. */
export function useKeepVariable(toolsetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, value }: { name: string; value: string }) =>
      got(api.PUT('/toolsets/{toolset_id}/variables/{name}', { ...at(toolsetId, name), body: { value } })),
    onSettled: () => client.invalidateQueries({ queryKey: keys.servers }),
    onError: tellProblem,
  });
}

export function useForgetVariable(toolsetId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (name: string) =>
      got(api.DELETE('/toolsets/{toolset_id}/variables/{name}', at(toolsetId, name))),
    onSettled: () => client.invalidateQueries({ queryKey: keys.servers }),
    onError: tellProblem,
  });
}
