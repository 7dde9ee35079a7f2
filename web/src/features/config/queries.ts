import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';

/** Whose settings they are: a tool's own, or those that all tools of a toolset share. */
export interface Owner {
  kind: 'tools' | 'toolsets';
  id: string;
}

export type Config = Schemas['Config'];
/** One thing that an owner wants to be told. The value of a secret is `***`. */
export type ConfigKey = Schemas['ConfigKey'];
/** Whether something wants to be told anything, and was. */
export type ConfigStatus = Schemas['ConfigStatus'];

const tool = (tool_id: string) => ({ path: { tool_id } });
const toolset = (toolset_id: string) => ({ path: { toolset_id } });
type Values = Record<string, string>;

const operations = {
  tools: {
    read: (id: string) => api.GET('/tools/{tool_id}/config', { params: tool(id) }),
    keep: (id: string, body: Values) => api.PUT('/tools/{tool_id}/config', { params: tool(id), body }),
    remove: (tool_id: string, key: string) =>
      api.DELETE('/tools/{tool_id}/config/{key}', { params: { path: { tool_id, key } } }),
    test: (id: string) => api.POST('/tools/{tool_id}/test', { params: tool(id) }),
  },
  toolsets: {
    read: (id: string) => api.GET('/toolsets/{toolset_id}/config', { params: toolset(id) }),
    keep: (id: string, body: Values) =>
      api.PUT('/toolsets/{toolset_id}/config', { params: toolset(id), body }),
    remove: (toolset_id: string, key: string) =>
      api.DELETE('/toolsets/{toolset_id}/config/{key}', { params: { path: { toolset_id, key } } }),
    test: (id: string) => api.POST('/toolsets/{toolset_id}/test', { params: toolset(id) }),
  },
};

export function useConfig({ kind, id }: Owner, wanted = true) {
  return useQuery({
    queryKey: keys.configOf(kind, id),
    queryFn: () => got(operations[kind].read(id)),
    enabled: wanted,
  });
}

/** Keeps settings, or takes one away. Each answers with all of them. */
export function useConfigChanges({ kind, id }: Owner) {
  const client = useQueryClient();
  const onSuccess = (config: Config) => {
    client.setQueryData(keys.configOf(kind, id), config);
    // Tools of one toolset share theirs, and each shows whether it has what it needs.
    for (const queryKey of [keys.config, keys.tools, keys.toolsets])
      void client.invalidateQueries({ queryKey });
  };
  return {
    keep: useMutation({ mutationFn: (values: Values) => got(operations[kind].keep(id, values)), onSuccess }),
    remove: useMutation({ mutationFn: (key: string) => got(operations[kind].remove(id, key)), onSuccess }),
  };
}

export function useConfigTest({ kind, id }: Owner) {
  return useMutation({ mutationFn: () => got(operations[kind].test(id)) });
}
