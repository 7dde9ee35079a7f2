/** The messages of docs/NODE_RUNNER_PROTOCOL.md, checked. */

import { isObject } from './failure.js';

/** Both sides refuse any other. */
export const VERSION = 1;

/**
 * @typedef {object} Load
 * @property {'load'} op
 * @property {number} protocol
 * @property {string} root Absolute.
 * @property {import('./load.js').Source[]} sources
 * @property {Record<string, unknown>} context What tools get as theirs.
 */

/** @typedef {{ op: 'describe' }} Describe */
/** @typedef {{ op: 'ask', id: string, tool: string, input: unknown }} Ask */
/** @typedef {{ op: 'call', id: string, tool: string, input: unknown, result_bytes: number }} Call */
/** @typedef {{ op: 'cancel' }} Cancel */
/** @typedef {Load | Describe | Ask | Call | Cancel} Order */

const OPS = new Set(['load', 'describe', 'ask', 'call', 'cancel']);

/**
 * @param {unknown} message
 * @returns {Order}
 * @throws {Error} When it is none.
 */
export function readOrder(message) {
  if (!isObject(message) || !OPS.has(String(message.op))) throw new Error('an order that is not known');
  if (message.op === 'load' && message.protocol !== VERSION) {
    throw new Error(`protocol ${String(message.protocol)}; this runner speaks ${VERSION}`);
  }
  return /** @type {Order} */ (/** @type {unknown} */ (message));
}
