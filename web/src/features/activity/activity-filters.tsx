import { type ActivitySearch, type Range, ranges } from '@/app/search';
import { classNames } from '@/components/class-names';
import { Filter, toolChoices, toolsetChoices } from '@/features/calls';
import { DEFAULT_RANGE, useTools, useToolsets } from './queries';

const words: Record<Range, string> = {
  '1h': '1 h',
  '6h': '6 h',
  '24h': '24 h',
  '7d': '7 d',
  '30d': '30 d',
};

interface Props {
  search: ActivitySearch;
  onChange: (search: ActivitySearch) => void;
}

/** How far back, and which tools. */
export function ActivityFilters({ search, onChange }: Props) {
  const tools = useTools();
  const toolsets = useToolsets();
  const chosen = search.range ?? DEFAULT_RANGE;
  const set = (key: 'tool' | 'toolset') => (value: string) => {
    const { [key]: _, ...rest } = search;
    onChange(value ? { ...rest, [key]: value } : rest);
  };
  return (
    <search className="flex flex-wrap items-center gap-2">
      <fieldset className="flex rounded-md border border-strong-line bg-surface p-0.5">
        <legend className="sr-only">Time</legend>
        {ranges.map((range) => (
          <button
            key={range}
            type="button"
            aria-pressed={range === chosen}
            onClick={() => onChange({ ...search, range })}
            className={classNames(
              'min-h-7.5 rounded px-3 text-sm',
              range === chosen ? 'bg-accent-soft font-medium text-ink' : 'text-muted hover:text-ink',
            )}
          >
            <span className="sr-only">Last </span>
            {words[range]}
          </button>
        ))}
      </fieldset>
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
