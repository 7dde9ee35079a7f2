/** Errors as the server is told of them. */

import { fileURLToPath } from 'node:url';
import { MESSAGE_CHARS, TRACEBACK_CHARS } from './limits.js';

/**
 * `import`: the code could not be loaded. `missing`: it has no such tool. `arguments`: the tool refused its input.
 * `raised`: the tool failed. `not_json`: its result cannot be written as JSON. `too_large`: its result is too long.
 *
 * @typedef {'import' | 'missing' | 'arguments' | 'raised' | 'not_json' | 'too_large'} Kind
 */

/** @typedef {{ kind: Kind, message: string, traceback: string }} Fault */

/** An error whose kind is known where it is thrown. */
export class Failure extends Error {
  /**
   * @param {Kind} kind
   * @param {string} message What the caller is told.
   * @param {unknown} [cause] Whose stack is shown.
   */
  constructor(kind, message, cause) {
    super(message, { cause });
    this.name = 'Failure';
    this.kind = kind;
  }
}

/** Lines of a stack that show only how the runner came there. */
const OWN = [fileURLToPath(new URL('.', import.meta.url)), 'node:internal/'];

/**
 * Describes whatever was thrown; that may be anything.
 *
 * @param {unknown} thrown
 * @param {Kind} kind For what is no {@link Failure}.
 * @returns {Fault}
 */
export function describe(thrown, kind) {
  if (thrown instanceof Failure) {
    return {
      kind: thrown.kind,
      message: cut(thrown.message, MESSAGE_CHARS),
      traceback: stackOf(thrown.cause),
    };
  }
  return { kind, message: cut(messageOf(thrown), MESSAGE_CHARS), traceback: stackOf(thrown) };
}

/**
 * A thrown thing in a line: `TypeError: x is not a function`.
 *
 * @param {unknown} thrown
 * @returns {string}
 */
export function messageOf(thrown) {
  try {
    if (thrown instanceof Error || (isObject(thrown) && typeof thrown.message === 'string')) {
      const { name, message } = /** @type {Error} */ (thrown);
      return !name || name === 'Error' ? String(message) : `${name}: ${message}`;
    }
    return String(thrown);
  } catch {
    return 'something was thrown that cannot be written down';
  }
}

/**
 * The stack without the runner's own frames, with those of what caused it.
 *
 * @param {unknown} thrown
 */
function stackOf(thrown) {
  const stacks = [];
  let current = thrown;
  for (let depth = 0; depth < 5 && isObject(current); depth += 1) {
    try {
      if (typeof current.stack === 'string') stacks.push(withoutOwn(current.stack));
      current = current.cause;
    } catch {
      break;
    }
  }
  return cut(stacks.join('\ncaused by: '), TRACEBACK_CHARS);
}

/** @param {string} stack */
function withoutOwn(stack) {
  return stack
    .split('\n')
    .filter((line) => !OWN.some((own) => line.includes(own)))
    .join('\n');
}

/**
 * @param {string} text
 * @param {number} most
 */
function cut(text, most) {
  return text.length <= most ? text : `${text.slice(0, most - 1).toWellFormed()}…`;
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export function isObject(value) {
  return typeof value === 'object' && value !== null;
}
