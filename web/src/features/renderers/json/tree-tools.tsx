import { ChevronDown, ChevronsDownUp, ChevronsUpDown, ChevronUp, Copy } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '@/components/button';
import { Input } from '@/components/field';
import { tell, tellProblem } from '@/components/notices';
import { FINDS_MAX } from './json-search';

interface Props {
  query: string;
  onQuery: (query: string) => void;
  /** How many places hold the text; `null` when nothing is looked for. */
  finds: number | null;
  onFind: (place: number) => void;
  onExpand: () => void;
  onCollapse: () => void;
  /** The whole value, written when it is wanted. */
  text: () => string;
}

export function TreeTools({ query, onQuery, finds, onFind, onExpand, onCollapse, text }: Props) {
  const [at, setAt] = useState(-1);
  const step = (by: number) => {
    if (!finds) return;
    const next = (at + by + finds) % finds;
    setAt(next);
    onFind(next);
  };
  const copy = () => navigator.clipboard.writeText(text()).then(() => tell('JSON copied'), tellProblem);
  return (
    <div className="flex flex-wrap items-center gap-1 border-b border-line px-2 py-1">
      <Input
        type="search"
        aria-label="Find in the value"
        placeholder="Find"
        value={query}
        onChange={(event) => {
          setAt(-1);
          onQuery(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
        }}
        className="max-w-48 flex-1 !py-0.5"
      />
      {finds === null ? null : (
        <>
          <p role="status" className="px-1 text-xs text-muted">
            {foundText(finds, at)}
          </p>
          <IconButton icon={ChevronUp} label="Previous find" disabled={!finds} onClick={() => step(-1)} />
          <IconButton icon={ChevronDown} label="Next find" disabled={!finds} onClick={() => step(1)} />
        </>
      )}
      <span className="ml-auto flex">
        <IconButton icon={ChevronsUpDown} label="Expand all" onClick={onExpand} />
        <IconButton icon={ChevronsDownUp} label="Collapse all" onClick={onCollapse} />
        <IconButton icon={Copy} label="Copy as JSON" onClick={copy} />
      </span>
    </div>
  );
}

function foundText(finds: number, at: number): string {
  if (finds === 0) return 'not found';
  const count = finds >= FINDS_MAX ? `${FINDS_MAX} or more` : String(finds);
  return at < 0 ? `${count} found` : `${at + 1} of ${count}`;
}
