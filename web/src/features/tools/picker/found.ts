import type { Schemas } from '@/api/client';
import { matches, wordsOf } from '../list/rows';

type Tool = Schemas['Tool'];

/** Tools offered at once; more are found by typing on. */
export const OFFERED = 50;

/** The tools that a search finds: those whose name begins with it first. */
export function foundTools(groups: readonly Schemas['ToolGroup'][], search: string): Tool[] {
  const words = wordsOf(search);
  const wanted = search.trim().toLowerCase();
  const found = groups.flatMap((group) => group.tools).filter((tool) => matches(tool, words));
  const rank = (tool: Tool) => (wanted && tool.name.toLowerCase().startsWith(wanted) ? 0 : 1);
  return found.sort((a, b) => rank(a) - rank(b));
}
