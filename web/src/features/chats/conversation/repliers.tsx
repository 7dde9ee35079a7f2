import { Select } from '@/components/field';
import type { Model } from '@/features/models';
import { useWorkers } from '@/features/workers';
import type { Choice } from './transport';

interface Props {
  models: readonly Model[];
  value: Choice;
  onChange: (value: Choice) => void;
}

const look =
  '!w-auto max-w-48 !min-h-8 !border-transparent !bg-transparent !py-0 !pl-2 text-muted hover:!bg-sunken';

/** Who replies: a worker or plainly the model, and which model. */
export function Repliers({ models, value, onChange }: Props) {
  const workers = useWorkers().data ?? [];
  // A worker thinks with its own model, unless somebody names another.
  const own = workers.find(({ name }) => name === value.worker)?.model;
  const standard = own ?? models.find((model) => model.default)?.name;
  return (
    <>
      {workers.length > 0 ? (
        <Select
          aria-label="Worker"
          className={look}
          value={value.worker ?? ''}
          onChange={(event) => onChange(withChoice(value, 'worker', event.target.value))}
        >
          <option value="">No worker</option>
          {workers.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      ) : null}
      <Select
        aria-label="Model"
        className={look}
        value={value.model ?? ''}
        onChange={(event) => onChange(withChoice(value, 'model', event.target.value))}
      >
        <option value="">{standard ?? 'Default'} (default)</option>
        {models
          .filter(({ name }) => name !== standard)
          .map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
      </Select>
    </>
  );
}

function withChoice(value: Choice, key: keyof Choice, to: string): Choice {
  const { [key]: _, ...rest } = value;
  return to === '' ? rest : { ...rest, [key]: to };
}
