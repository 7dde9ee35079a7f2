import { ChevronsUpDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useId, useState } from 'react';
import { inputLook } from '@/components/field';
import { Choices } from './choices';

interface Props {
  /** The id of the one that is chosen. */
  value: string | null;
  onChange: (id: string) => void;
  /** What is chosen here. */
  label: string;
}

/** Chooses one tool among all of the house, by typing. */
export function ToolPicker({ value, onChange, label }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <div className="flex flex-col gap-1">
        <span id={`${id}-label`} className="text-sm font-medium">
          {label}
        </span>
        <Popover.Trigger asChild>
          <button
            type="button"
            aria-labelledby={`${id}-label ${id}-value`}
            className={`${inputLook} flex items-center justify-between gap-2 text-left`}
          >
            <span id={`${id}-value`} className={value ? 'truncate font-mono text-[13px]' : 'text-muted'}>
              {value ?? 'Choose a tool'}
            </span>
            <ChevronsUpDown aria-hidden size={15} className="shrink-0 text-muted" />
          </button>
        </Popover.Trigger>
      </div>
      <Popover.Portal>
        <Popover.Content
          align="start"
          sideOffset={4}
          collisionPadding={12}
          aria-label={label}
          className="z-50 w-[min(28rem,calc(100vw-2rem))] overflow-hidden rounded-lg border border-line bg-surface text-ink shadow-xl"
        >
          <Choices
            label={label}
            onChoose={(id) => {
              onChange(id);
              setOpen(false);
            }}
          />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
