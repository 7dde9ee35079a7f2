import { useQuery } from '@tanstack/react-query';
import { api, got } from '@/api/client';
import { keys } from '@/api/keys';

/** All tools, grouped by where they come from. */
export function useToolGroups() {
  return useQuery({
    queryKey: keys.tools,
    queryFn: () => got(api.GET('/tools')),
    select: (page) => page.items,
  });
}

/** One tool. */
export function useTool(id: string) {
  return useQuery({
    queryKey: keys.tool(id),
    queryFn: () => got(api.GET('/tools/{tool_id}', { params: { path: { tool_id: id } } })),
  });
}
