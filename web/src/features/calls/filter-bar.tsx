import { X } from 'lucide-react';
import type { CallsSearch } from '@/app/search';
import { Button } from '@/components/button';
import { chatChoices, statusChoices, toolChoices, toolsetChoices } from './choices';
import { Filter } from './filter';
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
