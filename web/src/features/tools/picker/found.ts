import type { Schemas } from '@/api/client';
import { matches, wordsOf } from '../list/rows';
import type { FoundByMeaning } from './use-meaning';

type Tool = Schemas['Tool'];

/** Tools offered at once; more are found by typing on. */
export const OFFERED = 50;
/** Of those by name, how many stand above what was found by meaning. */
export const OFFERED_BESIDE = 6;
/** Of those that hardly fit, how many are shown. */
export const OTHERS = 4;

/** The tools that a search finds: those whose name begins with it first. */
export function foundTools(groups: readonly Schemas['ToolGroup'][], search: string): Tool[] {
  const words = wordsOf(search);
  const wanted = search.trim().toLowerCase();
  const found = groups.flatMap((group) => group.tools).filter((tool) => matches(tool, words));
  const rank = (tool: Tool) => (wanted && tool.name.toLowerCase().startsWith(wanted) ? 0 : 1);
  return found.sort((a, b) => rank(a) - rank(b));
}

/** What a search by meaning adds to the tools that are called like the search: in its order, apart those that do not fit. */
export function addedByMeaning(
  byName: readonly Tool[],
  found: readonly FoundByMeaning[],
): { fitting: FoundByMeaning[]; others: FoundByMeaning[] } {
  const there = new Set(byName.map(({ id }) => id));
  const added = found.filter(({ tool_id }) => !there.has(tool_id));
  return { fitting: added.filter(({ fits }) => fits), others: added.filter(({ fits }) => !fits) };
}
