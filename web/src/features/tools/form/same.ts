import { isObject } from './json-schema';

/** Whether two values say the same as JSON, whatever the order of their keys. */
export function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([key, one]): [string, unknown] => [key, sorted(one)]);
  // In a wrapping of its own, so that an object is never the same as a list of pairs.
  return { entries: entries.sort(([a], [b]) => (a < b ? -1 : 1)) };
}
