import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';
import { useRested } from '@/components/rested';

/** A tool that a search by meaning found. */
export type FoundByMeaning = Schemas['FoundTool'];
export type MeaningSearch = Schemas['ToolSearch'];

const WANTED = 12;
/** Shorter texts say nothing. */
const SHORTEST = 3;

/** The tools whose doing is like what was written; asked for as soon as typing rests. */
export function useMeaning(text: string) {
  const wanted = useRested(text.trim());
  const asked = wanted.length >= SHORTEST;
  const { data, error, isFetching } = useQuery({
    queryKey: [...keys.tools, 'search', wanted],
    queryFn: () => got(api.GET('/tools/search', { params: { query: { q: wanted, limit: WANTED } } })),
    enabled: asked,
    placeholderData: keepPreviousData,
  });
  const going = text.trim() !== wanted || isFetching;
  return { found: asked ? data : undefined, error, going: going && text.trim().length >= SHORTEST };
}
