import { X } from 'lucide-react';
import type { CallsSearch } from '@/app/search';
import { Button } from '@/components/button';
import { chatChoices, chosen, statusChoices } from './choices';
import { Filter } from './filter';
import { useChats } from './queries';
import { RangeFilter } from './range-filter';
import { ToolFilters } from './tool-filters';

interface Props {
  search: CallsSearch;
  onChange: (search: CallsSearch) => void;
}

/** Which calls are shown. The choice stands in the address, so that it can be kept and shared. */
export function FilterBar({ search, onChange }: Props) {
  const chats = useChats();
  return (
    <search className="grid grid-cols-2 items-start gap-2 sm:grid-cols-3 lg:flex lg:flex-wrap">
      <Filter
        label="Status"
        all="Any status"
        choices={statusChoices}
        value={search.status}
        onChange={(value) => onChange(chosen(search, 'status', value))}
      />
      <ToolFilters search={search} onChange={onChange} />
      <Filter
        label="Chat"
        all="All chats"
        choices={chatChoices(chats.data?.items, search.chat)}
        value={search.chat}
        onChange={(value) => onChange(chosen(search, 'chat', value))}
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
