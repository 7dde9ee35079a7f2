import type { Schemas } from '@/api/client';
import { type ToolsSearch, toolProviders } from '@/app/search';

type Tool = Schemas['Tool'];
type ToolGroup = Schemas['ToolGroup'];
type Kind = NonNullable<ToolsSearch['kind']>;
export type Provider = NonNullable<ToolsSearch['provider']>;
export type Mark = NonNullable<ToolsSearch['mark']>;

/** One line of the list: the heading of a source, or a tool below it. */
export type Row =
  | { type: 'source'; key: string; group: ToolGroup; shown: number }
  | { type: 'tool'; key: string; tool: Tool };

/** Whether a tool carries a mark. */
export function hasMark(tool: Tool, mark: Mark): boolean {
  switch (mark) {
    case 'renderer':
      return Boolean(tool.renderer);
    case 'confirmation':
      return tool.requires_confirmation;
    case 'settings':
      return tool.status === 'available';
    case 'disabled':
      return !tool.enabled;
    case 'problem':
      return Boolean(tool.problem);
  }
}

/** Whether every word of a search stands somewhere in the tool's id, name or description. */
export function matches(tool: Tool, words: readonly string[]): boolean {
  if (words.length === 0) return true;
  const text = `${tool.id}\n${tool.name}\n${tool.description}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** A search as its words, in lower case. */
export function wordsOf(search: string | undefined): string[] {
  return (search ?? '').toLowerCase().split(/\s+/).filter(Boolean);
}

const order: readonly string[] = ['builtin', 'toolset', 'mcp_server'];

/** The lines of the list: built-ins first, then toolsets, then MCP servers, each with the tools that are wanted. */
export function rowsOf(groups: readonly ToolGroup[], search: ToolsSearch): Row[] {
  const words = wordsOf(search.q);
  const rows: Row[] = [];
  const sorted = [...groups].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
  for (const group of sorted) {
    if (search.kind && group.kind !== search.kind) continue;
    if (search.source && group.source !== search.source) continue;
    const tools = group.tools.filter(
      (tool) =>
        matches(tool, words) &&
        (!search.provider || tool.provider === search.provider) &&
        (!search.mark || hasMark(tool, search.mark)),
    );
    if (tools.length === 0) continue;
    rows.push({ type: 'source', key: `source ${group.source}`, group, shown: tools.length });
    for (const tool of tools) rows.push({ type: 'tool', key: `tool ${tool.id}`, tool });
  }
  return rows;
}

/** How many tools there are of each sort, for the filters. */
export interface Counts {
  all: number;
  kinds: Record<Kind, number>;
  providers: Record<Provider, number>;
  marks: Record<Mark, number>;
}

export function countsOf(groups: readonly ToolGroup[]): Counts {
  const counts: Counts = {
    all: 0,
    kinds: { builtin: 0, toolset: 0, mcp_server: 0 },
    providers: { python: 0, node: 0, container: 0 },
    marks: { renderer: 0, confirmation: 0, settings: 0, disabled: 0, problem: 0 },
  };
  const marks = Object.keys(counts.marks) as Mark[];
  for (const group of groups) {
    counts.all += group.tools.length;
    if (group.kind in counts.kinds) counts.kinds[group.kind as Kind] += group.tools.length;
    for (const tool of group.tools) {
      const provider = toolProviders.find((one) => one === tool.provider);
      if (provider) counts.providers[provider] += 1;
      for (const mark of marks) if (hasMark(tool, mark)) counts.marks[mark] += 1;
    }
  }
  return counts;
}
