import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual';
import { ArrowUp } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { dayAt, type Row } from './rows';
import { TimelineRow } from './timeline-row';
import { useRowKeys } from './use-row-keys';
import { useWide } from './use-wide';

const DAY_HEIGHT = 34;
/** Rows before the end at which more are fetched. */
const AHEAD = 60;
/** What stands above the rows while one scrolls: the list's heading, on a phone the page's bar as well. */
const COVERED = { wide: 40, narrow: 82 };

interface Props {
  rows: readonly Row[];
  /** There are older calls than these. */
  hasMore: boolean;
  loadMore: () => void;
  /** New calls that are held back. */
  waiting: number;
  showWaiting: () => void;
}

/** All calls, of which only those in sight are on the page. */
export function TimelineList({ rows, hasMore, loadMore, waiting, showWaiting }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const wide = useWide();
  const rowHeight = wide ? 40 : 58;
  const [current, setCurrent] = useState<string | null>(null);
  const kept = useMemo(() => rows.findIndex((row) => row.key === current), [rows, current]);
  const virtual = useWindowVirtualizer({
    count: rows.length,
    // Another function would have every row measured anew, in each frame of scrolling.
    estimateSize: useCallback(
      (index: number) => (rows[index]?.kind === 'day' ? DAY_HEIGHT : rowHeight),
      [rows, rowHeight],
    ),
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    overscan: 10,
    scrollMargin: useTop(list),
    scrollPaddingStart: wide ? COVERED.wide : COVERED.narrow,
    scrollPaddingEnd: 12,
    // The row with the focus stays on the page, or the focus would be lost.
    rangeExtractor: useCallback((range: Range) => withRow(defaultRangeExtractor(range), kept), [kept]),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: heights change with the width of the window alone
  useLayoutEffect(() => virtual.measure(), [rowHeight]);

  const show = useCallback((index: number) => virtual.scrollToIndex(index, { align: 'auto' }), [virtual]);
  useRowKeys({ rows, current, onCurrent: setCurrent, show });

  const items = virtual.getVirtualItems();
  const last = virtual.range?.endIndex ?? 0;
  useEffect(() => {
    if (hasMore && last > rows.length - AHEAD) loadMore();
  }, [hasMore, last, rows.length, loadMore]);

  return (
    <div className="rounded-lg border border-line bg-surface">
      <Heading
        day={dayAt(rows, virtual.range?.startIndex ?? 0, new Date())}
        waiting={waiting}
        onShow={showWaiting}
      />
      <ul ref={list} aria-label="Calls" className="relative" style={{ height: virtual.getTotalSize() }}>
        {items.map(({ index, key, start, size }) => {
          const row = rows[index];
          if (!row) return null;
          const top = start - virtual.options.scrollMargin;
          if (row.kind === 'day') return <DayLine key={key} label={row.label} top={top} height={size} />;
          const of = hasMore ? -1 : rows.length;
          return (
            <TimelineRow key={key} call={row.call} position={index + 1} of={of} top={top} height={size} />
          );
        })}
      </ul>
    </div>
  );
}

function withRow(range: number[], row: number): number[] {
  if (row < 0 || range.includes(row)) return range;
  return [...range, row].sort((a, b) => a - b);
}

/** Where the list begins on the page. */
function useTop(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      if (list.current) setTop(list.current.getBoundingClientRect().top + window.scrollY);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return top;
}

function Heading({ day, waiting, onShow }: { day: string; waiting: number; onShow: () => void }) {
  return (
    <div className="sticky top-[42px] z-10 flex h-10 items-center justify-between rounded-t-lg border-b border-line bg-surface px-3 md:top-0">
      <h2 className="text-xs font-semibold text-muted">{day}</h2>
      <div role="status">
        {waiting > 0 ? (
          <button
            type="button"
            onClick={onShow}
            className="inline-flex items-center gap-1.5 rounded-full bg-accent px-3 py-1 text-xs font-semibold text-accent-ink shadow"
          >
            <ArrowUp aria-hidden size={13} />
            {waiting} new
          </button>
        ) : null}
      </div>
    </div>
  );
}

function DayLine({ label, top, height }: { label: string; top: number; height: number }) {
  return (
    <li
      className="absolute inset-x-0 flex items-center border-b border-line bg-sunken px-3 text-xs font-semibold text-muted"
      style={{ height, transform: `translateY(${top}px)` }}
    >
      {label}
    </li>
  );
}
