import { useEffect, useMemo } from 'react';
import { usePageKeys } from '@/app/page-keys';
import { neighbour, type Row } from './rows';
import { rowId } from './timeline-row';

interface Options {
  rows: readonly Row[];
  /** The key of the row that `j` or `k` went to last. */
  current: string | null;
  onCurrent: (key: string) => void;
  /** Scrolls until a row is in sight. */
  show: (index: number) => void;
}

/** `j` and `k` go through the calls; Enter opens the one that has the focus, as it does with every link. */
export function useRowKeys({ rows, current, onCurrent, show }: Options): void {
  useEffect(() => {
    if (current) focus(current);
  }, [current]);

  const keys = useMemo(() => {
    const go = (step: 1 | -1) => () => {
      const to = neighbour(rows, focused() ?? current, step);
      const row = rows[to];
      if (!row) return;
      show(to);
      onCurrent(row.key);
      // Where the focus went elsewhere in between, `current` may already be this row.
      focus(row.key);
    };
    return [
      { key: 'j', what: 'Next call', run: go(1) },
      { key: 'k', what: 'Call before', run: go(-1) },
    ];
  }, [rows, current, onCurrent, show]);
  usePageKeys(keys);
}

function focus(key: string): void {
  document.getElementById(rowId(key))?.focus({ preventScroll: true });
}

/** The call whose link has the focus, however it came there. */
function focused(): string | null {
  const id = document.activeElement?.id ?? '';
  return id.startsWith('call-') ? id.slice('call-'.length) : null;
}
