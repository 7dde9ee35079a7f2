import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';
import type { promptStatuses } from '@/app/search';
import { tell, tellProblem } from '@/components/notices';

/** When a tool runs by itself. */
export type Schedule = Schemas['Schedule'];
/** What is to be different; what is left out stays. */
export type ScheduleChange = Schemas['ScheduleChange'];

export type PromptStatus = (typeof promptStatuses)[number];

/** What a tool that ran by itself leaves for an agent. */
export type Prompt = Schemas['Prompt'];

const PAGE = 50;
const at = (tool_id: string) => ({ params: { path: { tool_id } } });

export function useSchedules() {
  return useQuery({
    queryKey: keys.schedules,
    queryFn: () => got(api.GET('/schedules')),
    select: ({ schedules }) => schedules,
  });
}

/** Switches a schedule or gives it other times. */
export function useChangeSchedule(tool: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: ScheduleChange) =>
      got(api.PUT('/schedules/{tool_id}', { ...at(tool), body: change })),
    onSettled: () => client.invalidateQueries({ queryKey: keys.schedules }),
  });
}

/** Takes back what a person said of a tool's times. A change of mind brings it back as it was. */
export function useRemoveSchedule({ tool_id, name, ...was }: Schedule) {
  const client = useQueryClient();
  const anew = () => client.invalidateQueries({ queryKey: keys.schedules });
  const { enabled, schedule, prompt, args } = was;
  const before: ScheduleChange = { enabled, schedule, prompt, args, timezone: was.timezone ?? 'UTC' };
  return useMutation({
    mutationFn: () => got(api.DELETE('/schedules/{tool_id}', at(tool_id))),
    onSuccess: () =>
      tell(`${name} runs when its manifest says, if that says anything.`, {
        label: 'Undo',
        run: () =>
          void api.PUT('/schedules/{tool_id}', { ...at(tool_id), body: before }).then(anew, tellProblem),
      }),
    onSettled: anew,
    onError: tellProblem,
  });
}

/** Runs a scheduled tool now, beside its times. */
export function useRunNow(tool: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => got(api.POST('/schedules/{tool_id}/run', at(tool))),
    onSuccess: (call) => client.setQueryData(keys.call(call.id), call),
    onSettled: () => {
      for (const queryKey of [keys.schedules, keys.prompts]) void client.invalidateQueries({ queryKey });
    },
    onError: tellProblem,
  });
}

export function usePrompts(status: PromptStatus) {
  return useInfiniteQuery({
    queryKey: [...keys.prompts, status],
    queryFn: ({ pageParam }) => {
      const query = { status, limit: PAGE, ...(pageParam ? { cursor: pageParam } : {}) };
      return got(api.GET('/prompts', { params: { query } }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next_cursor ?? null,
  });
}

export function useDeletePrompt() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      got(api.DELETE('/prompts/{prompt_id}', { params: { path: { prompt_id: id } } })),
    onSuccess: () => {
      tell('The prompt is deleted.');
      return client.invalidateQueries({ queryKey: keys.prompts });
    },
    onError: tellProblem,
  });
}
