import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, got } from '@/api/client';
import { keys } from '@/api/keys';
import { type ActivitySearch, beginOf, type Range } from '@/app/search';

/** What is shown when the address says nothing. */
export const DEFAULT_RANGE: Range = '24h';

/** The figures of a range that ends now. Until those of another range are there, the old ones stay. */
export function useActivity({ range = DEFAULT_RANGE, tool, toolset }: ActivitySearch) {
  return useQuery({
    queryKey: [...keys.activity, range, tool ?? null, toolset ?? null],
    queryFn: () => {
      const query = {
        since: beginOf(range, Date.now()),
        ...(tool ? { tool_id: tool } : {}),
        ...(toolset ? { toolset_id: toolset } : {}),
      };
      return got(api.GET('/activity', { params: { query } }));
    },
    placeholderData: keepPreviousData,
    // Time goes on without events, and with it the range.
    refetchInterval: 60_000,
  });
}
