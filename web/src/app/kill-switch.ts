import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, got } from '@/api/client';
import { keys } from '@/api/keys';
import { tell, tellProblem } from '@/components/notices';
import { killSwitchOf, type Policy, usePolicy } from './house-policy';
import { useAllowed } from './session';

/** The kill switch, and the way to flip it. It is shown flipped at once, and taken back when the server refuses. */
export function useKillSwitch() {
  const client = useQueryClient();
  const { data } = usePolicy();
  const { mutate, isPending } = useMutation({
    mutationFn: (tools_enabled: boolean) => got(api.PUT('/policy', { body: { tools_enabled } })),
    onMutate: async (tools_enabled) => {
      await client.cancelQueries({ queryKey: keys.policy });
      const before = client.getQueryData<Policy>(keys.policy);
      if (before) client.setQueryData<Policy>(keys.policy, { ...before, tools_enabled });
      return before;
    },
    onError: (error, _, before) => {
      if (before) client.setQueryData(keys.policy, before);
      tellProblem(error);
    },
    onSuccess: (policy) => {
      client.setQueryData(keys.policy, policy);
      if (policy.tools_enabled) tell('Tools run again.');
      else tell('All tools are switched off.', { label: 'Switch on', run: () => mutate(true) });
    },
  });
  const state = killSwitchOf(data);
  return {
    state,
    busy: isPending,
    refused: useAllowed('admin') === 'refused',
    flip: () => mutate(state !== 'on'),
  };
}
