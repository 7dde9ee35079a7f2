import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';
import { tell, tellProblem } from '@/components/notices';

type OverrideRequest = Schemas['OverrideRequest'];

/** What a tool would be under an override, and what would be shown of one of its calls. Saves nothing. */
export function usePreview(toolId: string, override: OverrideRequest | null, callId: string | null) {
  return useQuery({
    queryKey: [...keys.tool(toolId), 'preview', override, callId],
    queryFn: () =>
      got(
        api.POST('/tools/{tool_id}/override/preview', {
          params: { path: { tool_id: toolId } },
          body: { override: override ?? {}, call_id: callId },
        }),
      ),
    enabled: override !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** Saves what a person changes about a tool, with a way back. */
export function useSaveOverride(toolId: string) {
  const client = useQueryClient();
  const put = (override: OverrideRequest) =>
    got(api.PUT('/tools/{tool_id}/override', { params: { path: { tool_id: toolId } }, body: override }));
  const seen = (tool: Schemas['Tool']) => {
    client.setQueryData(keys.tool(toolId), tool);
    void client.invalidateQueries({ queryKey: keys.tools });
  };
  return useMutation({
    mutationFn: ({ override }: { override: OverrideRequest; before: OverrideRequest }) => put(override),
    onSuccess: (tool, { before }) => {
      seen(tool);
      tell('Saved.', { label: 'Undo', run: () => void put(before).then(seen, tellProblem) });
    },
  });
}

/** The HTML files that a toolset brings. */
export function useArtifacts(toolsetId: string | null | undefined) {
  return useQuery({
    queryKey: keys.toolset(toolsetId ?? ''),
    queryFn: () =>
      got(api.GET('/toolsets/{toolset_id}', { params: { path: { toolset_id: toolsetId ?? '' } } })),
    enabled: Boolean(toolsetId),
    select: ({ files }) => files.filter(({ path }) => /\.html?$/i.test(path)).map(({ path }) => `./${path}`),
  });
}
