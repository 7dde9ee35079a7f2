import type { LucideIcon } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import { classNames } from './class-names';

export interface Segment<Id extends string> {
  id: Id;
  label: string;
  icon?: LucideIcon;
}

interface Props<Id extends string> {
  /** What is chosen here, for screen readers. */
  label: string;
  segments: readonly Segment<Id>[];
  value: Id;
  onChange: (id: Id) => void;
}

/** A choice among a few ways of looking at the same thing. */
export function Segments<Id extends string>({ label, segments, value, onChange }: Props<Id>) {
  return (
    <ToggleGroup.Root
      type="single"
      aria-label={label}
      value={value}
      // Pressing the chosen one again keeps it.
      onValueChange={(id) => id && onChange(id as Id)}
      className="inline-flex rounded-md border border-line bg-sunken p-0.5"
    >
      {segments.map(({ id, label, icon: Icon }) => (
        <ToggleGroup.Item
          key={id}
          value={id}
          className={classNames(
            'inline-flex min-h-7 items-center gap-1.5 rounded px-2.5 text-sm text-muted hover:text-ink',
            'data-[state=on]:bg-surface data-[state=on]:font-medium data-[state=on]:text-ink data-[state=on]:shadow-sm',
          )}
        >
          {Icon ? <Icon aria-hidden size={14} /> : null}
          {label}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
