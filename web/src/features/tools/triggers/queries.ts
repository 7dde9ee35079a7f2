import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';
import { tellProblem } from '@/components/notices';

/** An address that calls a tool. It and the key of its signatures are told once: when they are made. */
export type WebhookOfTool = Schemas['Webhook'];

const at = (tool_id: string) => ({ params: { path: { tool_id } } });

export function useWebhook(tool: string) {
  return useQuery({
    queryKey: keys.webhook(tool),
    queryFn: () => got(api.GET('/tools/{tool_id}/webhook', at(tool))),
  });
}

/** How a webhook is to be. */
export type WebhookWish = Schemas['MakeWebhook'];

/** Makes an address, or another in its place. */
export function useMakeWebhook(tool: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: WebhookWish) => got(api.POST('/tools/{tool_id}/webhook', { ...at(tool), body: wish })),
    // Address and key stay with whoever asked for them, and are not kept among the answers.
    onSuccess: (made) => client.setQueryData(keys.webhook(tool), { ...made, url: null, secret: null }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.tools }),
  });
}

export function useRemoveWebhook(tool: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => got(api.DELETE('/tools/{tool_id}/webhook', at(tool))),
    onSettled: () => {
      for (const queryKey of [keys.webhook(tool), keys.tools]) void client.invalidateQueries({ queryKey });
    },
    onError: tellProblem,
  });
}
