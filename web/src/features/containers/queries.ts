import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, got } from '@/api/client';
import { keys } from '@/api/keys';
import { askAnew } from '@/app/ask-anew';
import { useEvents } from '@/app/live';
import { tellProblem } from '@/components/notices';
import { type Build, told } from './build';

const at = (tool_id: string) => ({ params: { path: { tool_id } } });

/** How a tool's image stands, with its log; while it is built, line by line. */
export function useBuild(tool: string) {
  const client = useQueryClient();
  useEvents((event) => {
    if (event.type !== 'tool_build' || event.tool_id !== tool) return;
    const known = client.setQueryData<Build>(keys.build(tool), (build) => build && told(build, event));
    // After a step, not a line, what else is known of it changed as well. And an answer that is still on its way may be older
    // than what was just told: a short build would seem to go on for ever.
    if (event.line == null || known === undefined) askAnew(client, keys.build(tool));
  });
  return useQuery({
    queryKey: keys.build(tool),
    queryFn: () => got(api.GET('/tools/{tool_id}/build', at(tool))),
  });
}

export function useBuildAgain(tool: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => got(api.POST('/tools/{tool_id}/build', at(tool))),
    onSuccess: (build) => client.setQueryData(keys.build(tool), build),
    onError: tellProblem,
  });
}
