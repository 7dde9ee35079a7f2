import { type ActivitySearch, type Range, ranges } from '@/app/search';
import { Segments } from '@/components/segments';
import { ToolFilters } from '@/features/calls';
import { DEFAULT_RANGE } from './queries';

const words: Record<Range, string> = { '1h': '1 h', '6h': '6 h', '24h': '24 h', '7d': '7 d', '30d': '30 d' };
const segments = ranges.map((id) => ({ id, label: words[id] }));

interface Props {
  search: ActivitySearch;
  onChange: (search: ActivitySearch) => void;
}

/** How far back, and which tools. */
export function ActivityFilters({ search, onChange }: Props) {
  return (
    <search className="flex flex-wrap items-center gap-2">
      <Segments
        label="Time"
        segments={segments}
        value={search.range ?? DEFAULT_RANGE}
        onChange={(range) => onChange({ ...search, range })}
      />
      <span className="grid w-full grid-cols-2 gap-2 sm:flex sm:w-auto">
        <ToolFilters search={search} onChange={onChange} />
      </span>
    </search>
  );
}
