import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import type { Row } from './json-rows';
import { afterKey } from './tree-keys';
import { TreeRow } from './tree-row';

const ROW_PX = 26;

interface Props {
  label: string;
  rows: readonly Row[];
  active: number;
  /** Whether the active row is marked; it is not before somebody is there. */
  marked: boolean;
  onActive: (at: number) => void;
  /** Opens or closes a row; the other way round when `to` is left out. */
  onToggle: (id: string, to?: boolean) => void;
}

/** The rows that are in sight. The tree keeps the focus and names the active row, as a list of any length can. */
export function TreeRows({ label, rows, active, marked, onActive, onToggle }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const base = useId();
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => place.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  useEffect(() => {
    if (marked) list.scrollToIndex(active);
  }, [list, active, marked]);

  const press = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor((place.current?.clientHeight ?? 0) / ROW_PX) - 1);
    const move = afterKey(rows, active, event.key, page);
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (move.go !== undefined) onActive(move.go);
    const row = rows[active];
    if (move.open !== undefined && row) onToggle(row.id, move.open);
  };
  return (
    <div
      ref={place}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={`${base}-${active}`}
      onKeyDown={press}
      onFocus={() => onActive(active)}
      className="max-h-(--view-max,28rem) overflow-auto py-1 font-mono text-[0.85rem] outline-offset-[-2px]"
    >
      <div role="presentation" className="relative min-w-full" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          return row ? (
            <TreeRow
              key={row.id}
              id={`${base}-${index}`}
              row={row}
              active={marked && index === active}
              top={start}
              onPress={() => {
                onActive(index);
                if (row.size > 0) onToggle(row.id);
              }}
            />
          ) : null;
        })}
      </div>
    </div>
  );
}
