import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ahead } from '@/api/ahead';
import { api, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';
import { tell, tellProblem } from '@/components/notices';

/** How the calls of a tool ended, of the last thirty days. */
export type Stats = Schemas['ToolStats'] & { budget?: Budget | null };

/** What a tool may spend, in units of its own. */
export interface Budget {
  total: number;
  remaining: number;
  updated_at: string;
}

export function useStats(tool: string) {
  return useQuery<Stats>({
    queryKey: keys.statsOf(tool),
    queryFn: () => got(api.GET('/tools/{tool_id}/stats', { params: { path: { tool_id: tool } } })),
  });
}

/** Lets an exhausted tool be called again. */
export function useResetBudget(tool: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ahead<unknown>(`/tools/${encodeURIComponent(tool)}/budget/reset`, 'POST'),
    onSuccess: () => {
      tell('The budget is whole again.');
      return client.invalidateQueries({ queryKey: keys.statsOf(tool) });
    },
    onError: tellProblem,
  });
}
