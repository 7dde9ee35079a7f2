import { Select } from '@/components/field';
import type { Choice } from './choices';

interface Props {
  label: string;
  /** The choice of no choice. */
  all: string;
  choices: readonly Choice[];
  value: string | undefined;
  onChange: (value: string) => void;
}

/** One choice of a row of filters. */
export function Filter({ label, all, choices, value, onChange }: Props) {
  return (
    <Select
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value)}
      className="lg:!w-auto lg:max-w-48"
    >
      <option value="">{all}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </Select>
  );
}
