import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';

export type Grant = Schemas['Grant'];
export type Verdict = Schemas['PolicyVerdict'];

/** Keeps a policy in place of the one before. */
export function useSavePolicy() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (text: string) => got(api.PUT('/policy', { body: { text } })),
    onSuccess: (policy) => client.setQueryData(keys.policy, policy),
  });
}

/** What is wrong with a draft. The kept policy holds, so it is not asked about. */
export function useChecked(draft: string | null) {
  return useQuery({
    queryKey: ['policy-check', draft],
    queryFn: () => got(api.POST('/policy/check', { body: { text: draft ?? '' } })),
    enabled: draft !== null,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** A call to be judged. */
export interface Trial {
  tool: string;
  args: Record<string, unknown>;
  /** A draft to judge by; `null` judges by the kept policy. */
  text: string | null;
  /** The chat whose grants count. */
  chat: string | null;
  /** The worker that would call. */
  worker: string | null;
}

/** What policy makes of a call, asked anew whenever something that counts changes. */
export function useVerdict(trial: Trial | null) {
  return useQuery({
    // Below the policy's own key: a policy that is changed elsewhere judges otherwise.
    queryKey: [...keys.policy, 'try', trial],
    queryFn: () =>
      got(
        api.POST('/policy/try', {
          body: {
            tool_id: trial?.tool ?? '',
            args: (trial?.args ?? {}) as never,
            text: trial?.text ?? null,
            chat_id: trial?.chat ?? null,
            worker: trial?.worker ?? null,
          },
        }),
      ),
    enabled: trial !== null,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
}

/** What people granted, the latest first. */
export function useGrants() {
  return useQuery({
    queryKey: keys.grants,
    queryFn: () => got(api.GET('/grants')),
    select: (page) => page.items,
  });
}

/** Takes grants back. */
export function useRevoke() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (ids: readonly string[]) => {
      for (const id of ids) await api.DELETE('/grants/{grant_id}', { params: { path: { grant_id: id } } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.grants }),
  });
}

/** The newest chats, to name those that grants hold in. */
export function useChats() {
  return useQuery({
    queryKey: [...keys.chats, 'newest'],
    queryFn: () => got(api.GET('/chats', { params: { query: { limit: 200 } } })),
    select: (page) => page.items,
  });
}
