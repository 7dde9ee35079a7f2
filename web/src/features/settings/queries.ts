import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';
import type { Scope } from '@/app/session';
import { tell, tellProblem } from '@/components/notices';

export type Token = Schemas['Token'];

/** The tokens; only a token of the scope `admin` may ask. */
export function useTokens(allowed: boolean) {
  return useQuery({ queryKey: keys.tokens, queryFn: () => got(api.GET('/tokens')), enabled: allowed });
}

export function useCreateToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { name: string; scope: Scope }) => got(api.POST('/tokens', { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: keys.tokens }),
  });
}

export function useRevokeToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (token: Token) =>
      got(api.DELETE('/tokens/{token_id}', { params: { path: { token_id: token.id } } })),
    onSuccess: (token) => {
      tell(`The token “${token.name}” opens nothing any more.`);
      return client.invalidateQueries({ queryKey: keys.tokens });
    },
    onError: tellProblem,
  });
}

/** Limits stay the same as long as the server runs. */
export function useLimits() {
  return useQuery({
    queryKey: ['limits'],
    queryFn: () => got(api.GET('/limits')),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
