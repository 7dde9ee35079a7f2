import type { Schemas } from '@/api/client';
import { callStatuses } from '@/app/search';

/** One entry of a filter. */
export interface Choice {
  value: string;
  label: string;
}

/** The search with another choice; with none where `value` is empty. */
export function chosen<Search extends object>(search: Search, key: keyof Search, value: string): Search {
  const { [key]: _, ...rest } = search;
  return (value ? { ...rest, [key]: value } : rest) as Search;
}

const statusWords: Record<Schemas['CallStatus'], string> = {
  pending: 'Waits for approval',
  running: 'Running',
  success: 'Success',
  error: 'Error',
};

export const statusChoices: readonly Choice[] = callStatuses.map((value) => ({
  value,
  label: statusWords[value],
}));

/** What is chosen stays a choice after it is gone from the house: its calls are still there. */
function withChosen(choices: Choice[], chosen: string | undefined): Choice[] {
  if (chosen === undefined || choices.some(({ value }) => value === chosen)) return choices;
  return [...choices, { value: chosen, label: chosen }];
}

export function toolsetChoices(toolsets: readonly Schemas['Toolset'][] = [], chosen?: string): Choice[] {
  return withChosen(
    toolsets.map(({ id, name }) => ({ value: id, label: name })),
    chosen,
  );
}

/** The tools, of one toolset where one is chosen. */
export function toolChoices(
  groups: readonly Schemas['ToolGroup'][] = [],
  search: { tool?: string; toolset?: string } = {},
): Choice[] {
  const tools = groups.flatMap((group) => group.tools);
  const offered = search.toolset ? tools.filter((tool) => tool.toolset_id === search.toolset) : tools;
  return withChosen(
    offered.map(({ id }) => ({ value: id, label: id })),
    search.tool,
  );
}

export function chatChoices(chats: readonly Schemas['Chat'][] = [], chosen?: string): Choice[] {
  return withChosen(
    chats.map(({ id, title }) => ({ value: id, label: title || id })),
    chosen,
  );
}
