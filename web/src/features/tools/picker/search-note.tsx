import { messageOf } from '@/components/problem-note';
import { Sentence } from '@/components/sentence';
import type { MeaningSearch } from './use-meaning';

interface Props {
  /** Tools of that name which are not shown. */
  more: number;
  found: MeaningSearch | undefined;
  going: boolean;
  error: unknown;
}

/** How the list was found, below it. */
export function SearchNote({ more, found, going, error }: Props) {
  const how = error
    ? `Only by name: ${messageOf(error)}`
    : going
      ? 'Searching by meaning …'
      : found?.mode === 'lexical'
        ? `Only by words: ${found.reason ?? 'no language model is there.'}`
        : found
          ? 'By name and by meaning.'
          : '';
  const said = [more > 0 ? `${more} more of that name: type on to find them.` : '', how]
    .filter(Boolean)
    .join(' ');
  return (
    <p role="status" className="border-t border-line px-3 py-1.5 text-xs text-muted empty:hidden">
      <Sentence text={said} />
    </p>
  );
}
