import type { Query, QueryClient, QueryObserverOptions } from '@tanstack/react-query';

/**
 * Fetches what begins with `queryKey` anew, now where it is shown and else when it is shown next. An answer that is
 * still on its way may have been written before the event that makes it old, so it is asked for again when it is there.
 */
export function askAnew(client: QueryClient, queryKey: readonly unknown[]): void {
  const filters = { queryKey, predicate: (query: Query) => !lasts(query) };
  const begun = client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  const first = begun.filter(({ state }) => state.data === undefined);
  void client.invalidateQueries(filters);
  for (const { promise, queryKey } of first) {
    void promise?.then(
      () => client.invalidateQueries({ queryKey, exact: true }),
      () => undefined,
    );
  }
}

/** Whether an answer stays true for ever, or is looked after by whoever shows it, as the timeline is. */
function lasts({ options }: Query): boolean {
  // Whoever shows an answer leaves their options with it.
  return (options as QueryObserverOptions).staleTime === Number.POSITIVE_INFINITY;
}
