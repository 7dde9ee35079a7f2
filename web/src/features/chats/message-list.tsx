import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { Step } from './branches';
import { MessageRow } from './message-row';
import type { CallSummary, Message } from './queries';

interface Props {
  way: readonly Step<Message>[];
  calls: Map<string, CallSummary[]>;
  busy: boolean;
  onGoTo: (message: string) => void;
  /** Fetches older calls, where there are some. */
  onOlder: (() => void) | undefined;
}

const GUESS = 96;

/** The messages of the active branch. Only those in sight are drawn. */
export function MessageList({ way, calls, busy, onGoTo, onOlder }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const rows = useWindowVirtualizer({
    count: way.length,
    estimateSize: () => GUESS,
    overscan: 8,
    scrollMargin: list.current?.offsetTop ?? 0,
    getItemKey: (index) => way[index]?.message.id ?? index,
  });
  const shown = rows.getVirtualItems();
  // Calls come newest first: a row in sight whose calls are not here yet wants an older page.
  const wanting = shown.some((row) => {
    const message = way[row.index]?.message;
    return message?.role === 'tool' && !calls.has(message.id);
  });
  useEffect(() => {
    if (wanting) onOlder?.();
  }, [wanting, onOlder]);

  return (
    <ol ref={list} className="relative" style={{ height: rows.getTotalSize() }}>
      {shown.map((row) => {
        const step = way[row.index];
        if (!step) return null;
        return (
          <li
            key={row.key}
            ref={rows.measureElement}
            data-index={row.index}
            className="absolute inset-x-0 top-0 pb-3"
            style={{ transform: `translateY(${row.start - rows.options.scrollMargin}px)` }}
          >
            <MessageRow step={step} calls={calls.get(step.message.id) ?? []} busy={busy} onGoTo={onGoTo} />
          </li>
        );
      })}
    </ol>
  );
}
