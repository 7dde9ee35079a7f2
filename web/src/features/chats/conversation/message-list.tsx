import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Step } from '../branches';
import type { CallSummary, Message } from '../queries';
import type { MessageContext } from './message-context';
import { MessageRow } from './message-row';
import { askedIn, type ChatMessage } from './messages';

interface Props extends MessageContext {
  messages: readonly ChatMessage[];
  steps: ReadonlyMap<string, Step<Message>>;
  callsOf: ReadonlyMap<string, CallSummary[]>;
  /** The message that somebody looks for. */
  sought: string | undefined;
  /** Told before the window goes there. */
  onSeek: () => void;
  /** Fetches older calls, where there are some. */
  onOlder: (() => void) | undefined;
}

const GUESS = 120;

/** The messages of the active branch. Only those in sight are drawn. */
export function MessageList({ messages, steps, callsOf, sought, onSeek, onOlder, ...context }: Props) {
  const list = useRef<HTMLOListElement>(null);
  const rows = useWindowVirtualizer({
    count: messages.length,
    estimateSize: () => GUESS,
    overscan: 6,
    scrollMargin: list.current?.offsetTop ?? 0,
    getItemKey: (index) => messages[index]?.id ?? index,
  });
  const soughtAt = sought ? messages.findIndex(({ id }) => id === sought) : -1;
  useLayoutEffect(() => {
    if (soughtAt < 0) return;
    onSeek();
    rows.scrollToIndex(soughtAt, { align: 'center' });
  }, [soughtAt, onSeek, rows]);
  const shown = rows.getVirtualItems();
  // Calls come newest first: a row in sight whose calls are not here yet wants an older page.
  const wanting = shown.some((row) => {
    const message = steps.get(messages[row.index]?.id ?? '')?.message;
    if (message?.role === 'tool') return !callsOf.has(message.id);
    return message?.role === 'assistant' && askedIn(message.content).some((id) => !context.calls.has(id));
  });
  useEffect(() => {
    if (wanting) onOlder?.();
  }, [wanting, onOlder]);

  return (
    <ol ref={list} aria-label="Messages" className="relative" style={{ height: rows.getTotalSize() }}>
      {shown.map((row) => {
        const message = messages[row.index];
        if (!message) return null;
        return (
          <li
            key={row.key}
            ref={rows.measureElement}
            data-index={row.index}
            aria-current={message.id === sought ? 'location' : undefined}
            className="absolute inset-x-0 top-0 pb-6 aria-[current]:[&>article]:rounded-md aria-[current]:[&>article]:outline-2 aria-[current]:[&>article]:outline-offset-4 aria-[current]:[&>article]:outline-accent"
            style={{ transform: `translateY(${row.start - rows.options.scrollMargin}px)` }}
          >
            <MessageRow
              message={message}
              step={steps.get(message.id)}
              own={callsOf.get(message.id) ?? []}
              last={row.index === messages.length - 1}
              context={context}
            />
          </li>
        );
      })}
    </ol>
  );
}
