import { type ActivitySearch, type Range, ranges } from '@/app/search';
import { Segments } from '@/components/segments';
import { Filter, toolChoices, toolsetChoices } from '@/features/calls';
import { DEFAULT_RANGE, useTools, useToolsets } from './queries';

const words: Record<Range, string> = { '1h': '1 h', '6h': '6 h', '24h': '24 h', '7d': '7 d', '30d': '30 d' };
const segments = ranges.map((id) => ({ id, label: words[id] }));

interface Props {
  search: ActivitySearch;
  onChange: (search: ActivitySearch) => void;
}

/** How far back, and which tools. */
export function ActivityFilters({ search, onChange }: Props) {
  const tools = useTools();
  const toolsets = useToolsets();
  const set = (key: 'tool' | 'toolset') => (value: string) => {
    const { [key]: _, ...rest } = search;
    onChange(value ? { ...rest, [key]: value } : rest);
  };
  return (
    <search className="flex flex-wrap items-center gap-2">
      <Segments
        label="Time"
        segments={segments}
        value={search.range ?? DEFAULT_RANGE}
        onChange={(range) => onChange({ ...search, range })}
      />
      <span className="grid w-full grid-cols-2 gap-2 sm:flex sm:w-auto">
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
      </span>
    </search>
  );
}
