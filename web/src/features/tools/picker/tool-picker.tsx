import { Command } from 'cmdk';
import { ChevronsUpDown } from 'lucide-react';
import { Popover } from 'radix-ui';
import { useId, useState } from 'react';
import type { Schemas } from '@/api/client';
import { inputLook } from '@/components/field';
import { ProviderIcon } from '@/components/provider-icon';
import { useToolGroups } from '../queries';
import { foundTools, OFFERED } from './found';

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

function Choices({ label, onChoose }: { label: string; onChoose: (id: string) => void }) {
  const { data: groups = [] } = useToolGroups();
  const [search, setSearch] = useState('');
  const found = foundTools(groups, search);
  return (
    <Command shouldFilter={false} label={label}>
      <Command.Input
        value={search}
        onValueChange={setSearch}
        placeholder="Name, id or description"
        className="w-full border-b border-line bg-transparent px-3 py-2 text-sm outline-none placeholder:text-muted"
      />
      <Command.List label="Tools" className="max-h-72 overflow-y-auto p-1.5">
        <Command.Empty className="px-3 py-4 text-sm text-muted">No tool is called that.</Command.Empty>
        {found.slice(0, OFFERED).map((tool) => (
          <ToolChoice key={tool.id} tool={tool} onChoose={onChoose} />
        ))}
      </Command.List>
      {found.length > OFFERED ? (
        <p className="border-t border-line px-3 py-1.5 text-xs text-muted">
          {found.length - OFFERED} more: type on to find them.
        </p>
      ) : null}
    </Command>
  );
}

function ToolChoice({ tool, onChoose }: { tool: Schemas['Tool']; onChoose: (id: string) => void }) {
  return (
    <Command.Item
      value={tool.id}
      onSelect={() => onChoose(tool.id)}
      className="flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm data-[selected=true]:bg-accent-soft"
    >
      <ProviderIcon provider={tool.provider} />
      <span className="min-w-0 flex-1">
        <span className="block truncate">{tool.name}</span>
        <code className="block truncate text-xs text-muted">{tool.id}</code>
      </span>
    </Command.Item>
  );
}
