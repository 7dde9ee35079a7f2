import { useEffect, useRef } from 'react';

interface Props {
  text: string;
  /** What it is, for screen readers. */
  label: string;
  /** Stay at the end while text comes, unless somebody scrolled up to read. */
  follow?: boolean;
}

/** A long text as a program printed it, in a box that scrolls by mouse and by keyboard. */
export function PrintedText({ text, label, follow = false }: Props) {
  const box = useRef<HTMLElement>(null);
  const atEnd = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new text moves the end
  useEffect(() => {
    if (follow && atEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [text, follow]);
  return (
    <section
      ref={box}
      {...(follow ? { role: 'log' } : {})}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < 24;
      }}
      className="max-h-96 overflow-auto rounded-md bg-sunken"
    >
      <pre className="p-3 font-mono text-xs break-words whitespace-pre-wrap">{text}</pre>
    </section>
  );
}
