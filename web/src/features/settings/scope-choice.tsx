import { useId } from 'react';
import type { Scope } from '@/app/session';
import { scopes } from './scopes';

/** What a token may do. */
export function ScopeChoice({ value, onChange }: { value: Scope; onChange: (scope: Scope) => void }) {
  const name = useId();
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-1 text-sm font-medium">Scope</legend>
      {scopes.map(({ scope, title, may }) => (
        <label
          key={scope}
          className="flex cursor-pointer items-start gap-3 rounded-md border border-line px-3 py-2 text-sm has-checked:border-accent has-checked:bg-accent-soft"
        >
          <input
            type="radio"
            name={name}
            value={scope}
            checked={scope === value}
            onChange={() => onChange(scope)}
            className="mt-1 accent-(--accent)"
          />
          <span>
            <span className="font-medium">{title}</span>
            <span className="block text-muted">{may}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
