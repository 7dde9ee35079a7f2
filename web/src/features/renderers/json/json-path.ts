import type { Row } from './json-rows';

/** The keys that lead to a row, from the root. A range stands where the array or object stands that it belongs to. */
export function keysTo(rows: readonly Row[], at: number): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let row = rows[at]; row; row = rows[row.parent]) {
    if (row.key !== null) keys.unshift(row.key);
  }
  return keys;
}

/** A place in a value as it is written in many languages: `$.rows[0]["odd key"]`. */
export function writtenPath(keys: readonly (string | number)[]): string {
  return `$${keys.map(step).join('')}`;
}

function step(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}
