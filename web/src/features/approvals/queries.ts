import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';
import { type Approval, approvalBody } from '@/features/calls';

type Call = Schemas['Call'];

const PAGE = 100;
/** A list of more than this is worked off with the filters of the timeline, not by hand. */
const MOST = 1000;

/** Every call that waits for a person, oldest first. */
async function fetchWaiting(): Promise<Call[]> {
  const found: Call[] = [];
  let cursor: string | null = null;
  do {
    const query = { status: 'pending' as const, limit: PAGE, ...(cursor === null ? {} : { cursor }) };
    const page: Schemas['Page_Call'] = await got(api.GET('/calls', { params: { query } }));
    found.push(...page.items);
    cursor = page.next_cursor ?? null;
  } while (cursor !== null && found.length < MOST);
  return found.reverse();
}

export function useWaitingCalls() {
  return useQuery({ queryKey: keys.callList({ status: 'pending', whole: true }), queryFn: fetchWaiting });
}

/** A call that was decided on this page, as it is now. */
export function useDecidedCall(id: string) {
  return useQuery({
    queryKey: keys.call(id),
    queryFn: () => got(api.GET('/calls/{call_id}', { params: { path: { call_id: id } } })),
  });
}

function useKeepCall() {
  const client = useQueryClient();
  return (call: Call) => client.setQueryData(keys.call(call.id), call);
}

/** Approves one call. Its answer comes when the call is over. */
export function useApprove() {
  return useMutation({
    mutationFn: ({ id, ...approval }: Approval & { id: string }) =>
      got(
        api.POST('/calls/{call_id}/approve', {
          params: { path: { call_id: id } },
          body: approvalBody(approval),
        }),
      ),
    onSuccess: useKeepCall(),
  });
}

export function useDeny() {
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      got(
        api.POST('/calls/{call_id}/deny', {
          params: { path: { call_id: id } },
          body: reason ? { reason } : {},
        }),
      ),
    onSuccess: useKeepCall(),
  });
}
