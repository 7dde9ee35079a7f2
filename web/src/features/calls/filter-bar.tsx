import { X } from 'lucide-react';
import type { CallsSearch } from '@/app/search';
import { Button } from '@/components/button';
import { Select } from '@/components/field';
import { type Choice, chatChoices, statusChoices, toolChoices, toolsetChoices } from './choices';
import { useChats, useTools, useToolsets } from './queries';
import { RangeFilter } from './range-filter';

interface Props {
  search: CallsSearch;
  onChange: (search: CallsSearch) => void;
}

/** Which calls are shown. The choice stands in the address, so that it can be kept and shared. */
export function FilterBar({ search, onChange }: Props) {
  const tools = useTools();
  const toolsets = useToolsets();
  const chats = useChats();
  const set = (key: keyof CallsSearch) => (value: string) => {
    const { [key]: _, ...rest } = search;
    onChange(value ? { ...rest, [key]: value } : rest);
  };
  return (
    <search className="grid grid-cols-2 items-start gap-2 sm:grid-cols-3 lg:flex lg:flex-wrap">
      <Filter
        label="Status"
        all="Any status"
        choices={statusChoices}
        value={search.status}
        onChange={set('status')}
      />
      <Filter
        label="Toolset"
        all="All toolsets"
        choices={toolsetChoices(toolsets.data?.items, search.toolset)}
        value={search.toolset}
        onChange={set('toolset')}
      />
      <Filter
        label="Tool"
        all="All tools"
        choices={toolChoices(tools.data?.items, search)}
        value={search.tool}
        onChange={set('tool')}
      />
      <Filter
        label="Chat"
        all="All chats"
        choices={chatChoices(chats.data?.items, search.chat)}
        value={search.chat}
        onChange={set('chat')}
      />
      <RangeFilter search={search} onChange={onChange} />
      {Object.keys(search).length > 0 ? (
        <Button look="quiet" icon={X} onClick={() => onChange({})}>
          Clear
        </Button>
      ) : null}
    </search>
  );
}

interface FilterProps {
  label: string;
  /** The choice of no choice. */
  all: string;
  choices: readonly Choice[];
  value: string | undefined;
  onChange: (value: string) => void;
}

export function Filter({ label, all, choices, value, onChange }: FilterProps) {
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
