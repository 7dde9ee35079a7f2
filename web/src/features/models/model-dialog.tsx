import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { Field, Input, Select } from '@/components/field';
import { ProblemNote } from '@/components/problem-note';
import { type Draft, draftFrom, emptyDraft, faultsOf, requestOf } from './draft';
import { type Protocol, protocols, spokenAs } from './protocols';
import { type Model, usePutModel } from './queries';

interface Props {
  /** The one that is changed; `null` adds one. */
  model: Model | null;
  /** Names that are there already. */
  taken: readonly string[];
  onClose: () => void;
}

/** Asks how a language model is reached. */
export function ModelDialog({ model, taken, onClose }: Props) {
  const form = useId();
  const put = usePutModel();
  const [draft, setDraft] = useState<Draft>(() => (model ? draftFrom(model) : emptyDraft));
  const [tried, setTried] = useState(false);
  const faults = faultsOf(draft);
  if (!model && taken.includes(draft.name)) faults.name = 'There is a model of this name.';
  const set = (key: keyof Draft) => (value: string) => setDraft((before) => ({ ...before, [key]: value }));
  const faultOf = (key: keyof Draft) => (tried || draft[key] !== '' ? faults[key] : undefined);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(faults).length > 0) return;
    put.mutate({ name: draft.name, body: requestOf(draft) }, { onSuccess: onClose });
  };
  const spoken = spokenAs(draft.protocol);
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={model ? `Edit “${model.name}”` : 'Add a language model'}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} look="primary" busy={put.isPending}>
            {model ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <Field label="Protocol" about={spoken.about}>
          {(parts) => (
            <Select
              {...parts}
              value={draft.protocol}
              onChange={(event) => set('protocol')(event.target.value as Protocol)}
            >
              {protocols.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {model ? null : (
          <Line
            label="Name"
            about="How you call it here, such as “main”."
            error={faultOf('name')}
            value={draft.name}
            onChange={set('name')}
          />
        )}
        <Line
          label="Model"
          about={`As its server calls it, such as “${spoken.example}”.`}
          error={faultOf('model')}
          value={draft.model}
          onChange={set('model')}
        />
        <Line
          label="Address"
          about={`Empty is ${spoken.address}. The version belongs to it.`}
          error={faultOf('baseUrl')}
          value={draft.baseUrl}
          onChange={set('baseUrl')}
        />
        <Line
          label="API key"
          about={
            model?.api_key
              ? 'One is kept. Leave it empty to keep it; it goes to no server but the one that it was given for.'
              : 'Kept encrypted, and never shown again. Local servers often need none.'
          }
          error={undefined}
          type="password"
          value={draft.key}
          onChange={set('key')}
        />
        <More draft={draft} set={set} faultOf={faultOf} window={spoken.window} />
        {put.error ? <ProblemNote error={put.error} /> : null}
      </form>
    </Dialog>
  );
}

interface MoreProps {
  draft: Draft;
  set: (key: keyof Draft) => (value: string) => void;
  faultOf: (key: keyof Draft) => string | undefined;
  window: number;
}

/** What usually stays as it is. */
function More({ draft, set, faultOf, window }: MoreProps) {
  const { contextWindow, maxOutput, temperature } = draft;
  return (
    <details open={[contextWindow, maxOutput, temperature].some((one) => one !== '')}>
      <summary className="cursor-pointer text-sm font-medium">Limits and pictures</summary>
      <div className="mt-3 flex flex-col gap-4">
        <Line
          label="Context window"
          about={`Tokens that it reads and writes at once. Empty is ${window.toLocaleString()}.`}
          error={faultOf('contextWindow')}
          value={contextWindow}
          onChange={set('contextWindow')}
        />
        <Line
          label="Longest answer"
          about="Tokens that it may write at once. Empty leaves it to the server."
          error={faultOf('maxOutput')}
          value={maxOutput}
          onChange={set('maxOutput')}
        />
        <Line
          label="Temperature"
          about="How freely it chooses words, 0 to 2. Empty leaves it to the server."
          error={faultOf('temperature')}
          value={temperature}
          onChange={set('temperature')}
        />
        <Field label="Pictures" about="Whether it is shown those of messages and tools, or told their names.">
          {(parts) => (
            <Select
              {...parts}
              value={draft.pictures}
              onChange={(event) => set('pictures')(event.target.value)}
            >
              <option value="">As is usual for the protocol</option>
              <option value="yes">Shown</option>
              <option value="no">Only named</option>
            </Select>
          )}
        </Field>
      </div>
    </details>
  );
}

interface LineProps {
  label: string;
  about: string;
  error: string | undefined;
  type?: 'text' | 'password';
  value: string;
  onChange: (value: string) => void;
}

function Line({ label, about, error, type = 'text', value, onChange }: LineProps) {
  return (
    <Field label={label} about={about} error={error}>
      {(parts) => (
        <Input
          {...parts}
          type={type}
          autoComplete={type === 'password' ? 'new-password' : 'off'}
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
