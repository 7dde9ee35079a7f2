/** What a row of the tree stands for. A `range` is a stretch of a large array or object. */
export type RowKind = 'object' | 'array' | 'range' | 'string' | 'number' | 'boolean' | 'null';

/** One line of the unfolded tree. */
export interface Row {
  /** A JSON pointer; a range has `~r` and its start behind it, which no pointer has. */
  id: string;
  kind: RowKind;
  /** The member's name or the element's place; `null` for the root and for ranges. */
  key: string | number | null;
  value: unknown;
  depth: number;
  /** The place of the row that this one hangs on; -1 for the root. */
  parent: number;
  /** How many entries it has; for a range, how many it covers. */
  size: number;
  /** For a range: the place of its first entry. */
  start: number;
  open: boolean;
  /** Its place among its siblings, from 1, and how many they are. */
  position: number;
  siblings: number;
}

/** More entries than this are shown in ranges of as many, so that opening anything stays quick. */
export const RANGE = 1000;

/** How many rows "expand all" opens at most. */
export const EXPAND_MAX = 50_000;

/** The rows of a value, as far as it is open. Walks without recursion: nesting has no limit of its own. */
export function rowsOf(
  root: unknown,
  isOpen: (id: string) => boolean,
  most = Number.POSITIVE_INFINITY,
): Row[] {
  const rows: Row[] = [];
  const waiting: Row[] = [rowOf(root, { id: '', key: null, depth: 0, parent: -1, position: 1, siblings: 1 })];
  for (let row = waiting.pop(); row && rows.length < most; row = waiting.pop()) {
    const at = rows.push(row) - 1;
    if (row.size === 0 || !isOpen(row.id)) continue;
    row.open = true;
    const children = childrenOf(row, at);
    for (let child = children.length - 1; child >= 0; child--) waiting.push(children[child] as Row);
  }
  return rows;
}

type Place = Pick<Row, 'id' | 'key' | 'depth' | 'parent' | 'position' | 'siblings'>;

function rowOf(value: unknown, place: Place): Row {
  const kind = kindOf(value);
  return { ...place, kind, value, size: sizeOf(value), start: 0, open: false };
}

function childrenOf(row: Row, at: number): Row[] {
  if (row.kind !== 'range' && row.size > RANGE) return rangesOf(row, at);
  const keys = Array.isArray(row.value) ? null : Object.keys(row.value as object);
  const owner = row.kind === 'range' ? row.id.slice(0, row.id.lastIndexOf('~r')) : row.id;
  return Array.from({ length: row.size }, (_, place) => {
    const key = keys ? (keys[row.start + place] as string) : row.start + place;
    return rowOf((row.value as Record<string | number, unknown>)[key], {
      id: `${owner}/${pointerStep(key)}`,
      key,
      depth: row.depth + 1,
      parent: at,
      position: place + 1,
      siblings: row.size,
    });
  });
}

function rangesOf(row: Row, at: number): Row[] {
  const count = Math.ceil(row.size / RANGE);
  return Array.from({ length: count }, (_, place) => ({
    id: rangeId(row.id, place * RANGE),
    kind: 'range' as const,
    key: null,
    value: row.value,
    depth: row.depth + 1,
    parent: at,
    size: Math.min(RANGE, row.size - place * RANGE),
    start: place * RANGE,
    open: false,
    position: place + 1,
    siblings: count,
  }));
}

/** The rows that hold this place, from the root: they must be open for it to be seen. */
export function holdersOf(root: unknown, keys: readonly (string | number)[]): string[] {
  const holders: string[] = [];
  let id = '';
  let value = root;
  for (const key of keys) {
    holders.push(id);
    if (sizeOf(value) > RANGE) {
      const place = typeof key === 'number' ? key : Object.keys(value as object).indexOf(key);
      holders.push(rangeId(id, Math.floor(place / RANGE) * RANGE));
    }
    id += `/${pointerStep(key)}`;
    value = (value as Record<string | number, unknown>)[key];
  }
  return holders;
}

/** The id of the row at this place. */
export function idOf(keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${pointerStep(key)}`).join('');
}

/** Every id that must be open to see everything, as far as the number of rows stays bearable. */
export function everyHolder(root: unknown): Set<string> {
  const rows = rowsOf(root, () => true, EXPAND_MAX);
  return new Set(rows.filter((row) => row.open).map((row) => row.id));
}

/** What is open at first: the root, and what is in it where that is little. */
export function firstOpen(root: unknown): Set<string> {
  const few = rowsOf(root, (id) => id.split('/').length <= 2, 101);
  return few.length <= 100 ? new Set(few.filter((row) => row.open).map((row) => row.id)) : new Set(['']);
}

export function kindOf(value: unknown): Exclude<RowKind, 'range'> {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'array';
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return typeof value as 'string' | 'number' | 'boolean';
    default:
      return 'object';
  }
}

function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

function pointerStep(key: string | number): string {
  return typeof key === 'number' ? String(key) : key.replaceAll('~', '~0').replaceAll('/', '~1');
}

function rangeId(owner: string, start: number): string {
  return `${owner}~r${start}`;
}
