import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { keysTo } from './json-path';
import { everyHolder, firstOpen, holdersOf, idOf, rowsOf } from './json-rows';
import { findText } from './json-search';
import { TreeDetail } from './tree-detail';
import { TreeRows } from './tree-rows';
import { TreeTools } from './tree-tools';

export interface JsonTreeProps {
  value: unknown;
  /** What the value is, for screen readers. */
  label?: string | undefined;
}

/** A value with no more rows than this is taken in at a glance, and needs no tools. */
const SMALL_ROWS = 12;

export default function JsonTree({ value, label = 'Value' }: JsonTreeProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(() => firstOpen(value));
  /** `null` until somebody is there. */
  const [activeId, setActiveId] = useState<string | null>(null);
  const [query, setQuery] = useState('');
  const asked = useDeferredValue(query);
  const finds = useMemo(() => findText(value, asked), [value, asked]);
  const rows = useMemo(() => rowsOf(value, (id) => open.has(id)), [value, open]);
  const large = useMemo(() => rowsOf(value, () => true, SMALL_ROWS + 1).length > SMALL_ROWS, [value]);
  const active = Math.max(
    0,
    rows.findIndex((row) => row.id === activeId),
  );

  // Another value is another tree.
  useEffect(() => {
    setOpen(firstOpen(value));
    setActiveId(null);
  }, [value]);

  const toggle = (id: string, to?: boolean) => {
    setOpen((before) => {
      const after = new Set(before);
      if (to ?? !before.has(id)) after.add(id);
      else after.delete(id);
      return after;
    });
  };
  const goToFind = (place: number) => {
    const keys = finds[place];
    if (!keys) return;
    setOpen((before) => new Set([...before, ...holdersOf(value, keys)]));
    setActiveId(idOf(keys));
  };

  const row = rows[active];
  return (
    <section aria-label={label} className="overflow-hidden rounded-md border border-line bg-surface">
      {large ? (
        <TreeTools
          query={query}
          onQuery={setQuery}
          finds={asked === '' ? null : finds.length}
          onFind={goToFind}
          onExpand={() => setOpen(everyHolder(value))}
          onCollapse={() => setOpen(new Set(['']))}
          text={() => JSON.stringify(value, null, 2)}
        />
      ) : null}
      <TreeRows
        label={label}
        rows={rows}
        active={active}
        marked={activeId !== null}
        onActive={(at) => setActiveId(rows[at]?.id ?? '')}
        onToggle={toggle}
      />
      {row && activeId !== null ? <TreeDetail row={row} keys={keysTo(rows, active)} /> : null}
    </section>
  );
}
