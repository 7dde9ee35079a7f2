import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';
import { beginOf, type CallsSearch } from '@/app/search';
import { type CallSummary, summaryOf, type TimelinePage } from './timeline';

/** Calls fetched at once. */
const PAGE = 200;

/** A filter as the server takes it. A range counts from the moment of the request. */
export function filterOf({ status, tool, toolset, chat, range, until, ...fixed }: CallsSearch) {
  const since = range ? beginOf(range, Date.now()) : fixed.since;
  return {
    ...(status ? { status } : {}),
    ...(tool ? { tool_id: tool } : {}),
    ...(toolset ? { toolset_id: toolset } : {}),
    ...(chat ? { chat_id: chat } : {}),
    ...(since ? { since } : {}),
    ...(until ? { until } : {}),
  };
}

/** A page of the timeline. */
export function fetchTimeline(search: CallsSearch, cursor: string | null): Promise<TimelinePage> {
  const query = { limit: PAGE, ...(cursor === null ? {} : { cursor }), ...filterOf(search) };
  return got(api.GET('/calls/timeline', { params: { query } }));
}

export function useTimelinePages(search: CallsSearch) {
  return useInfiniteQuery<
    TimelinePage,
    Error,
    InfiniteData<TimelinePage, string | null>,
    ReturnType<typeof keys.timeline>,
    string | null
  >({
    queryKey: keys.timeline(search),
    queryFn: ({ pageParam }) => fetchTimeline(search, pageParam),
    initialPageParam: null,
    getNextPageParam: (last) => last.next_cursor ?? null,
    // Events change single rows; fetching thousands anew because one of them went on would be waste.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function fetchCall(id: string): Promise<Schemas['Call']> {
  return got(api.GET('/calls/{call_id}', { params: { path: { call_id: id } } }));
}

export async function fetchSummary(id: string): Promise<CallSummary> {
  return summaryOf(await fetchCall(id));
}

export function useCall(id: string) {
  return useQuery({ queryKey: keys.call(id), queryFn: () => fetchCall(id) });
}

/** A person's yes. */
export interface Approval {
  remember: Schemas['Remember'];
  /** The effect that was seen and is to be taken over; `null` runs the call. */
  effect: string | null;
}

export function approvalBody({ remember, effect }: Approval): Schemas['ApproveRequest'] {
  return effect === null ? { remember } : { remember, effect };
}

/** Shows what a pending call would do. The answer is the call with its effect. */
export function usePreviewEffect(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => got(api.POST('/calls/{call_id}/preview', { params: { path: { call_id: id } } })),
    onSuccess: async (call) => {
      client.setQueryData(keys.call(id), call);
      await client.invalidateQueries({ queryKey: keys.callList({}).slice(0, 2) });
    },
  });
}

/** What a person does with a call. Each answers with the call as it is then. */
export function useCallActions(id: string) {
  const client = useQueryClient();
  const params = { path: { call_id: id } };
  const onSuccess = (call: Schemas['Call']) => client.setQueryData(keys.call(id), call);
  return {
    approve: useMutation({
      mutationFn: (approval: Approval) =>
        got(api.POST('/calls/{call_id}/approve', { params, body: approvalBody(approval) })),
      onSuccess,
    }),
    deny: useMutation({
      mutationFn: (reason: string) =>
        got(api.POST('/calls/{call_id}/deny', { params, body: reason ? { reason } : {} })),
      onSuccess,
    }),
    cancel: useMutation({
      mutationFn: () => got(api.POST('/calls/{call_id}/cancel', { params })),
      onSuccess,
    }),
  };
}

/** Runs a call again on a branch beside it. The answer is the new call. */
export function useRerun(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (args: object | null) =>
      got(
        api.POST('/calls/{call_id}/rerun', {
          params: { path: { call_id: id } },
          body: args === null ? {} : { args },
        }),
      ),
    onSuccess: (call) => client.setQueryData(keys.call(call.id), call),
  });
}

export function useTools() {
  return useQuery({ queryKey: keys.tools, queryFn: () => got(api.GET('/tools')) });
}

export function useToolsets() {
  return useQuery({ queryKey: keys.toolsets, queryFn: () => got(api.GET('/toolsets')) });
}

/** The chats that a filter offers: the newest ones. */
export function useChats() {
  return useQuery({
    queryKey: [...keys.chats, 'newest'],
    queryFn: () => got(api.GET('/chats', { params: { query: { limit: 200 } } })),
  });
}
