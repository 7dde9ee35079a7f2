import {
  defaultRangeExtractor,
  type Range,
  useWindowVirtualizer,
  type VirtualItem,
} from '@tanstack/react-virtual';
import { ArrowUp } from 'lucide-react';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { dayAt, type Row } from './rows';
import { TimelineRow } from './timeline-row';
import { useRowKeys } from './use-row-keys';
import { useWide } from './use-wide';

/** Pixels, as the rows’ classes have them. */
const DAY_HEIGHT = 34;
const ROW_HEIGHT = { wide: 40, narrow: 58 };
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
  const rowHeight = wide ? ROW_HEIGHT.wide : ROW_HEIGHT.narrow;
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
  const margin = virtual.options.scrollMargin;
  const apart = items.find(({ index }, at) => index === kept && !follows(items, at));
  const inSight = items.find((item) => item !== apart);
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
      {/* Rows follow one another: with a place of its own in its style, each would be a style that none shares. */}
      <ul
        ref={list}
        aria-label="Calls"
        className="relative [overflow-anchor:none]"
        style={{ height: virtual.getTotalSize(), paddingTop: (inSight?.start ?? margin) - margin }}
      >
        {items.map((item) => {
          const row = rows[item.index];
          if (!row) return null;
          if (row.kind === 'day') return <DayLine key={item.key} label={row.label} />;
          const of = hasMore ? -1 : rows.length;
          const top = item === apart ? item.start - margin : undefined;
          return <TimelineRow key={item.key} call={row.call} position={item.index + 1} of={of} top={top} />;
        })}
      </ul>
    </div>
  );
}

function withRow(range: number[], row: number): number[] {
  if (row < 0 || range.includes(row)) return range;
  return [...range, row].sort((a, b) => a - b);
}

/** Whether a row stands next to another that is there. */
function follows(items: readonly VirtualItem[], at: number): boolean {
  const index = items[at]?.index ?? -1;
  return items[at - 1]?.index === index - 1 || items[at + 1]?.index === index + 1;
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

function DayLine({ label }: { label: string }) {
  return (
    <li className="flex h-[34px] items-center border-b border-line bg-sunken px-3 text-xs font-semibold text-muted">
      {label}
    </li>
  );
}
