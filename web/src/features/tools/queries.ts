import { useQuery } from '@tanstack/react-query';
import { api, got } from '@/api/client';
import { keys } from '@/api/keys';

const RECENT = 10;

/** All tools, grouped by where they come from. */
export function useToolGroups() {
  return useQuery({
    queryKey: keys.tools,
    queryFn: () => got(api.GET('/tools')),
    select: (page) => page.items,
  });
}

/** One tool. */
export function useTool(id: string | null) {
  return useQuery({
    queryKey: keys.tool(id ?? ''),
    queryFn: () => got(api.GET('/tools/{tool_id}', { params: { path: { tool_id: id ?? '' } } })),
    enabled: id !== null,
  });
}

/** The tool as a model is told of it, in the format of each host of models. */
export function useToolSchemas(id: string) {
  return useQuery({
    queryKey: [...keys.tool(id), 'schemas'],
    queryFn: () => got(api.GET('/tools/{tool_id}/schemas', { params: { path: { tool_id: id } } })),
  });
}

/** The tool's latest calls, without their results. */
export function useRecentCalls(id: string) {
  const filter = { tool_id: id, limit: RECENT };
  return useQuery({
    queryKey: keys.callList({ ...filter, summaries: true }),
    queryFn: () => got(api.GET('/calls/timeline', { params: { query: filter } })),
    select: (page) => page.items,
  });
}

/** A call, kept in step with what happens to it. */
export function useCall(id: string | null) {
  return useQuery({
    queryKey: keys.call(id ?? ''),
    queryFn: () => got(api.GET('/calls/{call_id}', { params: { path: { call_id: id ?? '' } } })),
    enabled: id !== null,
  });
}

/** Chats to run a tool in, newest first. */
export function useChats() {
  return useQuery({
    queryKey: [...keys.chats, 'choice'],
    queryFn: () => got(api.GET('/chats', { params: { query: { limit: 50 } } })),
    select: (page) => page.items,
  });
}

/** What the page's token may do. */
export function useSession() {
  return useQuery({ queryKey: keys.session, queryFn: () => got(api.GET('/session')) });
}
