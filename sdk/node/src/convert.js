/** Results as JSON. */

import { isObject } from './failure.js';
import { DEPTH } from './limits.js';

/** A value that has no JSON; says where it stands. */
export class NotJson extends Error {
  /**
   * @param {string} path Such as `result.rows[2]`.
   * @param {string} why
   */
  constructor(path, why) {
    super(`${path} ${why}`);
    this.name = 'NotJson';
  }
}

/**
 * Gives the value as `JSON.stringify` takes it: `undefined` is null, dates and whatever has a `toJSON` say themselves what they
 * are, maps become objects, sets arrays, bytes text where they are UTF-8 and else base64, big integers texts, errors their messages.
 *
 * @param {unknown} value
 * @param {string} [path]
 * @returns {unknown}
 * @throws {NotJson} For functions, symbols, numbers that are not finite, cycles, and what is nested too deep.
 */
export function toJson(value, path = 'result') {
  return convert(value, path, []);
}

/**
 * @param {unknown} value
 * @param {string} path
 * @param {object[]} above What this stands in.
 * @returns {unknown}
 */
function convert(value, path, above) {
  switch (typeof value) {
    case 'string':
      return value.toWellFormed();
    case 'boolean':
      return value;
    case 'number':
      if (!Number.isFinite(value)) throw new NotJson(path, `is ${value}, which JSON has no word for`);
      return value;
    case 'bigint':
      return value.toString();
    case 'undefined':
      return null;
    case 'object':
      return value === null ? null : convertObject(value, path, above);
    default:
      throw new NotJson(path, `is a ${typeof value}, which cannot be given as a result`);
  }
}

/**
 * @param {object} value
 * @param {string} path
 * @param {object[]} above
 * @returns {unknown}
 */
function convertObject(value, path, above) {
  if (above.includes(value)) throw new NotJson(path, 'contains itself');
  if (above.length >= DEPTH) throw new NotJson(path, `is nested more than ${DEPTH} levels deep`);
  const inside = [...above, value];
  if (value instanceof Uint8Array) return fromBytes(value);
  if (value instanceof ArrayBuffer) return fromBytes(new Uint8Array(value));
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    return fromList(/** @type {Iterable<unknown>} */ (/** @type {unknown} */ (value)), path, inside);
  }
  if ('toJSON' in value && typeof value.toJSON === 'function') return convert(value.toJSON(), path, inside);
  if (Array.isArray(value) || value instanceof Set) return fromList(value, path, inside);
  if (value instanceof Map) return fromEntries(value, path, inside);
  if (value instanceof Error) return { name: value.name, message: value.message };
  // Methods and what is undefined are left out, as JSON.stringify does.
  const held = Object.entries(value).filter(([, item]) => item !== undefined && typeof item !== 'function');
  return fromEntries(held, path, inside);
}

/**
 * @param {Iterable<unknown>} items
 * @param {string} path
 * @param {object[]} inside
 */
function fromList(items, path, inside) {
  return Array.from(items, (item, index) => convert(item, `${path}[${index}]`, inside));
}

/**
 * @param {Iterable<[unknown, unknown]>} entries
 * @param {string} path
 * @param {object[]} inside
 */
function fromEntries(entries, path, inside) {
  /** @type {Record<string, unknown>} */
  const object = Object.create(null);
  for (const [key, item] of entries) {
    if (isObject(key)) throw new NotJson(path, 'has a key that is no text');
    const name = String(key);
    if (name in object) throw new NotJson(path, `has two keys that are \`${name}\` as text`);
    object[name] = convert(item, `${path}.${name}`, inside);
  }
  return object;
}

/** @param {Uint8Array} bytes */
function fromBytes(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  }
}
