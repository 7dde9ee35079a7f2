import { useQueries } from '@tanstack/react-query';
import { toolsetQuery, useToolsets } from '@/features/toolsets';
import { type Block, blocksOf } from './blocks';

/** Every MCP server of the house, by the toolset that holds it. */
export function useServers() {
  const list = useToolsets();
  const items = list.data?.items ?? [];
  const details = useQueries({ queries: items.map(({ id }) => toolsetQuery(id)) });
  const error = list.error ?? details.find((one) => one.error)?.error ?? null;
  const ready = list.data !== undefined && details.every((one) => one.data !== undefined);
  const toolsets = details.flatMap((one) => one.data ?? []);
  return {
    error,
    blocks: ready ? blocksOf(toolsets) : (undefined as Block[] | undefined),
    retry: () => {
      void list.refetch();
      for (const one of details) if (one.error) void one.refetch();
    },
  };
}
