import type { Schemas } from '@/api/client';

/** What hangs on a toolset, in short. */
export interface Contents {
  tools: number;
  /** Those that cannot be called, because their definition could not be read. */
  broken: number;
  /** Its sources of tools, each once. */
  providers: string[];
}

/** What hangs on each toolset, by its id, from the tools of the house. */
export function contentsOf(groups: readonly Schemas['ToolGroup'][]): Map<string, Contents> {
  const found = new Map<string, Contents>();
  for (const tool of groups.flatMap((group) => group.tools)) {
    if (!tool.toolset_id) continue;
    const contents = found.get(tool.toolset_id) ?? { tools: 0, broken: 0, providers: [] };
    contents.tools += 1;
    if (tool.problem) contents.broken += 1;
    if (!contents.providers.includes(tool.provider)) contents.providers.push(tool.provider);
    found.set(tool.toolset_id, contents);
  }
  return found;
}
