import { type FormEvent, useState } from 'react';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { Field, TextArea } from '@/components/field';
import { ProblemNote } from '@/components/problem-note';
import type { useMakeWebhook, WebhookOfTool } from './queries';

interface Props {
  webhook: WebhookOfTool;
  make: ReturnType<typeof useMakeWebhook>;
  onClose: () => void;
}

/** Asks how a webhook is to be before it is made, or made anew. */
export function MakeWebhook({ webhook, make, onClose }: Props) {
  const [prompt, setPrompt] = useState(webhook.prompt);
  const [signed, setSigned] = useState(webhook.require_signature);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    make.mutate({ prompt, require_signature: signed }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={webhook.enabled ? 'Make another address' : 'Make a webhook'}
      about={
        webhook.enabled
          ? 'The present address calls nothing any more. Whoever uses it needs the new one.'
          : 'Whoever has its address can call this tool with a JSON body as arguments, without a token. Policy decides as of any call.'
      }
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Prompt" about="What an agent is told to do; what the tool answers is put behind it.">
          {(parts) => (
            <TextArea
              {...parts}
              rows={3}
              value={prompt}
              onChange={(event) => setPrompt(event.target.value)}
            />
          )}
        </Field>
        <label className="flex items-start gap-2.5 text-sm">
          <input
            type="checkbox"
            className="mt-1"
            checked={signed}
            onChange={(event) => setSigned(event.target.checked)}
          />
          <span>
            Take only what is signed
            <span className="block text-xs text-muted">
              With the key that is shown with the address. A signature that is there must hold in any case.
            </span>
          </span>
        </label>
        {make.error ? <ProblemNote error={make.error} /> : null}
        <Button type="submit" look="primary" busy={make.isPending}>
          Make the address
        </Button>
      </form>
    </Dialog>
  );
}
