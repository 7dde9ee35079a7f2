import { useId, useState } from 'react';
import { classNames } from '@/components/class-names';

/** Characters and lines above which only the beginning is shown at first. */
const LONG_CHARS = 1_500;
const LONG_LINES = 16;

/** What a person said: of much that was pasted the beginning, and all of it on request. */
export function PersonText({ text }: { text: string }) {
  const [whole, setWhole] = useState(false);
  const id = useId();
  const long = text.length > LONG_CHARS || text.split('\n', LONG_LINES + 1).length > LONG_LINES;
  return (
    <div className="max-w-[85%] min-w-0 rounded-2xl rounded-br-md bg-accent-soft px-4 py-2">
      <p
        id={id}
        className={classNames(
          'break-words whitespace-pre-wrap',
          long && !whole ? 'line-clamp-12' : undefined,
        )}
      >
        {text}
      </p>
      {long ? (
        <button
          type="button"
          aria-expanded={whole}
          aria-controls={id}
          className="mt-1 text-sm font-medium underline-offset-2 hover:underline"
          onClick={() => setWhole(!whole)}
        >
          {whole ? 'Show less' : 'Show all of it'}
        </button>
      ) : null}
    </div>
  );
}
