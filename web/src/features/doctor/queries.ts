import { useMutation, useQuery } from '@tanstack/react-query';
import { api, got } from '@/api/client';

/** What is present and what is missing. It asks programs of the machine, so only on demand. */
export function useDoctor(allowed: boolean) {
  return useQuery({
    queryKey: ['doctor'],
    queryFn: () => got(api.GET('/doctor')),
    enabled: allowed,
    refetchOnWindowFocus: false,
  });
}

/** Has the server read every stored file. May take long. */
export function useVerify() {
  return useMutation({ mutationFn: () => got(api.POST('/workspaces/verify')) });
}
