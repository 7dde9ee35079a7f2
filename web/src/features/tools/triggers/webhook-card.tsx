import { RefreshCw, Trash2, Webhook } from 'lucide-react';
import { useState } from 'react';
import { refusal, useAllowed } from '@/app/session';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { Confirm } from '@/components/confirm';
import { CopyButton } from '@/components/copy-button';
import { Moment } from '@/components/moment';
import { tell } from '@/components/notices';
import { ProblemNote } from '@/components/problem-note';
import { Skeleton } from '@/components/skeleton';
import { MakeWebhook } from './make-webhook';
import { useMakeWebhook, useRemoveWebhook, useWebhook, type WebhookOfTool } from './queries';

/** The address by which something outside calls a tool. */
export function WebhookCard({ toolId }: { toolId: string }) {
  const { data, error, refetch } = useWebhook(toolId);
  const make = useMakeWebhook(toolId);
  return (
    <Card
      title={
        <span className="flex items-center gap-2">
          Webhook {data?.enabled ? <Badge tone="good">on</Badge> : null}
        </span>
      }
      actions={data ? <Actions toolId={toolId} webhook={data} make={make} /> : null}
    >
      <div className="flex flex-col gap-3 text-sm">
        {error && !data ? <ProblemNote error={error} retry={() => void refetch()} /> : null}
        {!data && !error ? <Skeleton className="h-12 w-full" /> : null}
        {make.data?.url ? <Fresh made={make.data} /> : null}
        {data?.enabled ? (
          <p className="text-muted">
            {data.created_at ? (
              <>
                Made <Moment at={data.created_at} />
              </>
            ) : (
              'It is there'
            )}
            ;{' '}
            {data.last_used_at ? (
              <>
                last called <Moment at={data.last_used_at} />
              </>
            ) : (
              'not called yet'
            )}
            {data.require_signature ? '; takes only what is signed' : ''}.
          </p>
        ) : null}
        {data && !data.enabled ? (
          <p className="max-w-prose text-muted">
            Whoever knows its address can call this tool with a JSON body as arguments, without a token. Calls
            go by policy as all do, and each leaves a prompt.
          </p>
        ) : null}
      </div>
    </Card>
  );
}

/** The address itself and the key of its signatures, which nobody is shown again. */
function Fresh({ made: { url, secret } }: { made: WebhookOfTool }) {
  return (
    <div role="status" className="flex flex-col gap-2 rounded-lg bg-accent-soft p-3">
      <p className="font-medium">Copy {secret ? 'both' : 'the address'} now: they are not shown again.</p>
      {url ? <Once label="Address" text={url} /> : null}
      {secret ? <Once label="Key of signatures" text={secret} /> : null}
    </div>
  );
}

function Once({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className="text-xs text-muted">{label}</p>
      <p className="mt-0.5 flex items-start gap-1">
        <code className="min-w-0 flex-1 rounded bg-surface px-2 py-1.5 text-xs break-all">{text}</code>
        <CopyButton text={text} label={`Copy: ${label}`} />
      </p>
    </div>
  );
}

interface ActionsProps {
  toolId: string;
  webhook: WebhookOfTool;
  make: ReturnType<typeof useMakeWebhook>;
}

function Actions({ toolId, webhook, make }: ActionsProps) {
  const [asking, setAsking] = useState<'renew' | 'remove' | null>(null);
  const remove = useRemoveWebhook(toolId);
  const refused = useAllowed('admin') === 'refused';
  const why = refused ? refusal('admin') : undefined;
  const close = () => setAsking(null);
  if (!webhook.enabled) {
    return (
      <>
        <Button icon={Webhook} disabled={refused} title={why} onClick={() => setAsking('renew')}>
          Make an address…
        </Button>
        {asking === 'renew' ? <MakeWebhook webhook={webhook} make={make} onClose={close} /> : null}
      </>
    );
  }
  return (
    <>
      <Button icon={RefreshCw} disabled={refused} title={why} onClick={() => setAsking('renew')}>
        Renew…
      </Button>
      <Button look="danger" icon={Trash2} disabled={refused} title={why} onClick={() => setAsking('remove')}>
        Remove…
      </Button>
      {asking === 'renew' ? <MakeWebhook webhook={webhook} make={make} onClose={close} /> : null}
      <Confirm
        open={asking === 'remove'}
        onOpenChange={close}
        title="Remove the webhook?"
        action="Remove"
        busy={remove.isPending}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              make.reset();
              tell('The address calls nothing any more.');
            },
            onSettled: close,
          })
        }
      >
        Its address calls nothing any more, and cannot be given back. Calls that it made stay in the record.
      </Confirm>
    </>
  );
}
