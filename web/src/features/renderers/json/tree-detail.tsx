import { tell, tellProblem } from '@/components/notices';
import { Scroll } from '@/components/scroll';
import { writtenPath } from './json-path';
import type { Row } from './json-rows';

/** From here on a text is shown whole below the tree. */
const LONG_CHARS = 80;
/** How much of a text is shown below the tree; copying gives all of it. */
const SHOWN_CHARS = 100_000;

/** Where the active row is, and what it holds where its row is too short for that. */
export function TreeDetail({ row, keys }: { row: Row; keys: (string | number)[] }) {
  const path = writtenPath(keys);
  const text = typeof row.value === 'string' ? row.value : null;
  const long = text !== null && (text.length > LONG_CHARS || text.includes('\n'));
  return (
    <footer className="border-t border-line">
      {long ? (
        <Scroll label="The whole text" className="max-h-60 p-3">
          <pre className="font-mono text-sm whitespace-pre-wrap">{text.slice(0, SHOWN_CHARS)}</pre>
        </Scroll>
      ) : null}
      <div className="flex items-center gap-1 bg-sunken/50 py-0.5 pr-1 pl-3 text-xs">
        <code className="min-w-0 flex-1 truncate" title={path}>
          {path}
        </code>
        <Copy label="Copy path" said="Path copied" text={() => path} />
        <Copy
          label="Copy value"
          said="Value copied"
          text={() => text ?? JSON.stringify(row.value, null, 2) ?? ''}
        />
      </div>
    </footer>
  );
}

function Copy({ label, said, text }: { label: string; said: string; text: () => string }) {
  const copy = () => navigator.clipboard.writeText(text()).then(() => tell(said), tellProblem);
  return (
    <button
      type="button"
      onClick={copy}
      className="min-h-7 rounded px-2 font-medium whitespace-nowrap text-muted hover:bg-sunken hover:text-ink"
    >
      {label}
    </button>
  );
}
