import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';
import { tellProblem } from '@/components/notices';

/** A registered MCP server, and how it stands. */
export type Server = Schemas['RegisteredServer'];

/** No event tells of a line that a server wrote. */
const LOG_EVERY_MS = 3000;

const at = (key: string) => ({ params: { path: { server_key: key } } });

export const useServers = () =>
  useQuery({
    queryKey: keys.servers,
    queryFn: () => got(api.GET('/mcp-servers')),
    select: (page) => page.items,
  });

export const useServer = (key: string) =>
  useQuery({ queryKey: keys.server(key), queryFn: () => got(api.GET('/mcp-servers/{server_key}', at(key))) });

/** What a server wrote, looked at again and again while it may write more. */
export const useServerLog = (key: string, writes: boolean, enabled: boolean) =>
  useQuery({
    queryKey: [...keys.server(key), 'log'],
    queryFn: () => got(api.GET('/mcp-servers/{server_key}/log', at(key))),
    refetchInterval: writes ? LOG_EVERY_MS : false,
    select: ({ log }) => log,
    enabled,
  });

/** The tools of a server, as the house offers them. */
export const useServerTools = (key: string) =>
  useQuery({
    queryKey: keys.tools,
    queryFn: () => got(api.GET('/tools')),
    select: (page) => page.items.find(({ source }) => source === key)?.tools ?? [],
  });

interface Switching {
  key: string;
  enabled: boolean;
}

/** Switches a server on or off. The page shows it at once, and takes it back when the server refuses. */
export function useSwitchServer() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ key, enabled }: Switching) =>
      got(api.POST('/mcp-servers/{server_key}/enable', { ...at(key), body: { enabled } })),
    onMutate: async ({ key, enabled }) => {
      await client.cancelQueries({ queryKey: keys.servers });
      change(client, key, { enabled, state: enabled ? 'idle' : 'disabled' });
    },
    onSuccess: (server) => change(client, server.server_key, server),
    onError: tellProblem,
    onSettled: () => refresh(client),
  });
}

/** Ends a server's connections and connects anew. It may take as long as the server needs to start. */
export function useReconnect() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (key: string) => got(api.POST('/mcp-servers/{server_key}/reconnect', at(key))),
    onSuccess: (server) => change(client, server.server_key, server),
    // Why it could not be reached then stands on the page.
    onError: tellProblem,
    onSettled: () => refresh(client),
  });
}

export function useRemoveServer() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (key: string) => got(api.DELETE('/mcp-servers/{server_key}', at(key))),
    // The page of what is gone must not look for it again while it is left.
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keys.servers, exact: true });
      void client.invalidateQueries({ queryKey: keys.tools });
      void client.invalidateQueries({ queryKey: keys.toolsets });
    },
    onError: tellProblem,
  });
}

/** Connects to a server apart, registered or not, lists its tools, and ends it again. */
export const useTestServer = () =>
  useMutation({
    mutationFn: (body: Schemas['TestServer']) => got(api.POST('/mcp-servers/test', { body })),
  });

/** Signing in goes on in a window of its own; the page hears by an event when it is done. */
export const useSignIn = () =>
  useMutation({
    mutationFn: (key: string) => got(api.POST('/mcp-servers/{server_key}/sign-in', at(key))),
    onError: tellProblem,
  });

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (key: string) => got(api.POST('/mcp-servers/{server_key}/sign-out', at(key))),
    onSettled: () => refresh(client),
    onError: tellProblem,
  });
}

function refresh(client: QueryClient): void {
  for (const queryKey of [keys.servers, keys.tools, keys.toolsets]) {
    void client.invalidateQueries({ queryKey });
  }
}

/** Writes what is known of a server into what is kept of it. */
function change(client: QueryClient, key: string, to: Partial<Server>): void {
  client.setQueryData<Schemas['Page_RegisteredServer']>(keys.servers, (page) =>
    page
      ? { ...page, items: page.items.map((one) => (one.server_key === key ? { ...one, ...to } : one)) }
      : undefined,
  );
  client.setQueryData<Server>(keys.server(key), (one) => (one ? { ...one, ...to } : undefined));
}
