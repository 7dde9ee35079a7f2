import { X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { Field, Input } from '@/components/field';
import { ProblemNote } from '@/components/problem-note';

interface Props {
  /** The tools of the calls that are to be denied. */
  tools: readonly string[];
  busy: boolean;
  problem: unknown;
  onClose: () => void;
  onDeny: (reason: string) => void;
}

/** Asks why, before calls are denied. */
export function DenyDialog({ tools, busy, problem, onClose, onDeny }: Props) {
  const [reason, setReason] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onDeny(reason.trim());
  };
  const what = tools.length === 1 ? `the call of ${tools[0]}` : `${tools.length} calls`;
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={`Deny ${what}?`}
      about="Nothing runs. Whoever asked is told so, with your reason. It cannot be approved afterwards, only asked for again."
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Reason" about="May be left empty.">
          {(parts) => (
            <Input
              {...parts}
              autoFocus
              maxLength={1000}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        {problem ? <ProblemNote error={problem} /> : null}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Back</Button>
          <Button type="submit" look="danger" icon={X} busy={busy}>
            Deny
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
