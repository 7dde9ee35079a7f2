import { ChevronRight } from 'lucide-react';
import { classNames } from '@/components/class-names';
import type { Row } from './json-rows';

/** How much of a text a row shows. */
const SHOWN_CHARS = 240;

interface Props {
  id: string;
  row: Row;
  active: boolean;
  /** Pixels from the top of the tree. */
  top: number;
  onPress: () => void;
}

export function TreeRow({ id, row, active, top, onPress }: Props) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the focus and hears the keys
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      id={id}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={active}
      {...(row.size > 0 ? { 'aria-expanded': row.open } : {})}
      onClick={onPress}
      style={{ top, paddingLeft: `${0.5 + row.depth * 1.1}rem` }}
      className={classNames(
        'absolute left-0 flex h-[26px] w-full cursor-default items-center gap-1.5 pr-3 whitespace-nowrap',
        active ? 'bg-accent-soft' : 'hover:bg-sunken',
      )}
    >
      <ChevronRight
        aria-hidden
        size={14}
        className={classNames(
          'shrink-0 text-muted transition-transform',
          row.open && 'rotate-90',
          row.size === 0 && 'invisible',
        )}
      />
      {row.key === null ? null : <span className="shrink-0 text-(--code-name)">{row.key}:</span>}
      <RowValue row={row} />
    </div>
  );
}

const colours: Record<Row['kind'], string> = {
  object: 'text-muted',
  array: 'text-muted',
  range: 'text-muted',
  string: 'text-(--code-string)',
  number: 'text-(--code-number)',
  boolean: 'text-(--code-keyword)',
  null: 'text-(--code-keyword)',
};

function RowValue({ row }: { row: Row }) {
  return <span className={classNames('truncate', colours[row.kind])}>{summaryOf(row)}</span>;
}

/** What a row says of its value. */
export function summaryOf(row: Row): string {
  switch (row.kind) {
    case 'object':
      return row.size === 0 ? '{}' : `{…} ${row.size.toLocaleString()} ${row.size === 1 ? 'key' : 'keys'}`;
    case 'array':
      return row.size === 0 ? '[]' : `[…] ${row.size.toLocaleString()} ${row.size === 1 ? 'item' : 'items'}`;
    case 'range':
      return `${row.start} – ${row.start + row.size - 1}`;
    case 'string': {
      const text = row.value as string;
      const shown = JSON.stringify(text.slice(0, SHOWN_CHARS));
      return text.length > SHOWN_CHARS ? `${shown}… ${text.length.toLocaleString()} characters` : shown;
    }
    default:
      return String(row.value ?? 'null');
  }
}
