import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';
import { tell, tellProblem } from '@/components/notices';

/** How the calls of a tool ended, of the last thirty days. */
export type Stats = Schemas['ToolStats'];
/** What a tool may spend, in units of its own, and what it said it had left. */
export type Budget = Schemas['ToolBudget'];

export function useStats(tool: string) {
  return useQuery({
    queryKey: keys.statsOf(tool),
    queryFn: () => got(api.GET('/tools/{tool_id}/stats', { params: { path: { tool_id: tool } } })),
  });
}

/** Lets an exhausted tool be called again. */
export function useResetBudget(tool: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => got(api.POST('/tools/{tool_id}/budget/reset', { params: { path: { tool_id: tool } } })),
    onSuccess: () => {
      tell('The budget is whole again.');
      return client.invalidateQueries({ queryKey: keys.statsOf(tool) });
    },
    onError: tellProblem,
  });
}
