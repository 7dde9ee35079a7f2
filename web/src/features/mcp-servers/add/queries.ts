import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';

/** What would be added: read by the server, which keeps and starts nothing of it. */
export const usePreviewServers = () =>
  useMutation({
    mutationFn: (body: Schemas['AddServers']) => got(api.POST('/mcp-servers/preview', { body })),
  });

/** Adds servers, all or none. Nothing is started. */
export function useAddServers() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['AddServers']) => got(api.POST('/mcp-servers', { body })),
    onSuccess: () => {
      for (const queryKey of [keys.servers, keys.toolsets, keys.tools])
        void client.invalidateQueries({ queryKey });
    },
  });
}

export function useEditServer(key: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Schemas['ServerSettings']) =>
      got(api.PUT('/mcp-servers/{server_key}', { params: { path: { server_key: key } }, body })),
    onSuccess: (server) => {
      client.setQueryData(keys.server(key), server);
      void client.invalidateQueries({ queryKey: keys.servers });
    },
  });
}
