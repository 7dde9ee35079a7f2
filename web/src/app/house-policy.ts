import { useQuery } from '@tanstack/react-query';
import { api, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';

export type Policy = Schemas['Policy'];

/** Whether tools run at all; `fixed` when the server was started without them, so that only another start helps. */
export type KillSwitch = 'unknown' | 'on' | 'off' | 'fixed';

export function killSwitchOf(policy: Pick<Policy, 'tools_enabled' | 'fixed'> | undefined): KillSwitch {
  if (!policy) return 'unknown';
  if (policy.fixed) return 'fixed';
  return policy.tools_enabled ? 'on' : 'off';
}

/** The house's policy with its kill switch. */
export function usePolicy() {
  return useQuery({ queryKey: keys.policy, queryFn: () => got(api.GET('/policy')) });
}
