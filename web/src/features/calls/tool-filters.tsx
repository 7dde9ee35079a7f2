import { chosen, toolChoices, toolsetChoices } from './choices';
import { Filter } from './filter';
import { useTools, useToolsets } from './queries';

interface Props<Search> {
  search: Search;
  onChange: (search: Search) => void;
}

/** Which toolset, and which of its tools. */
export function ToolFilters<Search extends { tool?: string; toolset?: string }>({
  search,
  onChange,
}: Props<Search>) {
  const tools = useTools();
  const toolsets = useToolsets();
  return (
    <>
      <Filter
        label="Toolset"
        all="All toolsets"
        choices={toolsetChoices(toolsets.data?.items, search.toolset)}
        value={search.toolset}
        onChange={(value) => onChange(chosen(search, 'toolset', value))}
      />
      <Filter
        label="Tool"
        all="All tools"
        choices={toolChoices(tools.data?.items, search)}
        value={search.tool}
        onChange={(value) => onChange(chosen(search, 'tool', value))}
      />
    </>
  );
}
