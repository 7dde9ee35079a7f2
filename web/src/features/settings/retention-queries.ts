import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';

/** For how many days what is kept; `null` is for good. */
export type Retention = Schemas['Retention'];

export function useRetention() {
  return useQuery({ queryKey: keys.retention, queryFn: () => got(api.GET('/retention')) });
}

export function useKeepRetention() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (retention: Retention) => got(api.PUT('/retention', { body: retention })),
    onSuccess: (retention) => client.setQueryData(keys.retention, retention),
  });
}
