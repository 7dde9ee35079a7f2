import type { Row } from './json-rows';

/** What a key does: another row becomes active, or the active one opens or closes. */
export interface Move {
  go?: number;
  open?: boolean;
}

/** The keys of a tree, as the ARIA practices describe them; `null` for a key that means nothing here. */
export function afterKey(rows: readonly Row[], active: number, key: string, page: number): Move | null {
  const row = rows[active];
  if (!row) return null;
  const last = rows.length - 1;
  const to = (at: number): Move => ({ go: Math.min(last, Math.max(0, at)) });
  switch (key) {
    case 'ArrowDown':
      return to(active + 1);
    case 'ArrowUp':
      return to(active - 1);
    case 'PageDown':
      return to(active + page);
    case 'PageUp':
      return to(active - page);
    case 'Home':
      return to(0);
    case 'End':
      return to(last);
    case 'ArrowRight':
      if (row.size === 0) return {};
      return row.open ? to(active + 1) : { open: true };
    case 'ArrowLeft':
      if (row.open) return { open: false };
      return row.parent < 0 ? {} : to(row.parent);
    case 'Enter':
    case ' ':
      return row.size > 0 ? { open: !row.open } : {};
    default:
      return null;
  }
}
