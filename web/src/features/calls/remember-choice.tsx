import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { Schemas } from '@/api/client';
import { inputLook } from '@/components/field';

export type Remember = Schemas['Remember'];

const choices: readonly { value: Remember; label: string }[] = [
  { value: 'once', label: 'only this call' },
  { value: 'same_arguments', label: 'these arguments, in this chat' },
  { value: 'same_tool', label: 'this tool, in this chat' },
];

interface Props {
  value: Remember;
  onChange: (value: Remember) => void;
  disabled?: boolean;
}

/** Asks what else an approval holds for, and says how long that lasts. */
export function RememberChoice({ value, onChange, disabled = false }: Props) {
  const id = useId();
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      <label htmlFor={id} className="text-muted">
        Approval holds for
      </label>
      <select
        id={id}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value as Remember)}
        className={`${inputLook} !w-auto max-w-full pr-8`}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </span>
  );
}

/** What a remembered approval is bound to. */
export function RememberNote({ value }: { value: Remember }) {
  if (value === 'once') return null;
  return (
    <p className="text-sm text-muted">
      {value === 'same_arguments'
        ? 'Calls of this tool with exactly these arguments'
        : 'Calls of this tool with any arguments'}{' '}
      run in this chat without asking, until the tool’s definition or its bundle changes by a single byte. You
      can take it back under{' '}
      <Link to="/policy" className="text-accent underline">
        Policy
      </Link>
      .
    </p>
  );
}
