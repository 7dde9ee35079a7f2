/** How many finds are gathered at most. */
export const FINDS_MAX = 1000;

/** The places whose key or plain value holds the text, in the order of the tree, without regard to case. */
export function findText(root: unknown, text: string): (string | number)[][] {
  const wanted = text.toLowerCase();
  const finds: (string | number)[][] = [];
  if (wanted === '') return finds;
  const waiting: { value: unknown; at: Link | null }[] = [{ value: root, at: null }];
  for (let next = waiting.pop(); next && finds.length < FINDS_MAX; next = waiting.pop()) {
    const { value, at } = next;
    if ((typeof at?.key === 'string' && holds(at.key, wanted)) || holds(value, wanted))
      finds.push(keysOf(at));
    if (typeof value !== 'object' || value === null) continue;
    const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
    for (let place = keys.length - 1; place >= 0; place--) {
      const key = keys[place] as string | number;
      waiting.push({ value: (value as Record<string | number, unknown>)[key], at: { key, above: at } });
    }
  }
  return finds;
}

/** A place as its last key and the place above: made for each of many values, so it must cost little. */
interface Link {
  key: string | number;
  above: Link | null;
}

function keysOf(at: Link | null): (string | number)[] {
  const keys: (string | number)[] = [];
  for (let link = at; link; link = link.above) keys.push(link.key);
  return keys.reverse();
}

/** Elements of arrays are not found by their place. */
function holds(value: unknown, wanted: string): boolean {
  if (typeof value === 'string') return value.toLowerCase().includes(wanted);
  if (value === null || typeof value === 'boolean') return String(value) === wanted;
  return typeof value === 'number' && String(value).includes(wanted);
}
