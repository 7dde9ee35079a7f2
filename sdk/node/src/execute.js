/** Runs one tool once. */

import { NotJson, toJson } from './convert.js';
import { Failure, isObject, messageOf } from './failure.js';
import { PROGRESS_BYTES } from './limits.js';
import { check } from './schema.js';

/** @typedef {import('./tool.js').Tool} Tool */

/**
 * What tools learn beside their input, in every spelling that the AI SDK has had for it.
 *
 * @param {object} context
 * @param {string} toolCallId
 * @param {AbortSignal} abortSignal
 */
export function optionsOf(context, toolCallId, abortSignal) {
  return { toolCallId, messages: [], abortSignal, context, experimental_context: context };
}

/**
 * Whether a person must see a call with this input.
 *
 * @param {Tool} tool
 * @param {unknown} input
 * @param {object} options
 * @returns {Promise<boolean>}
 * @throws {Failure} When the tool's own function fails, or answers with something else than yes or no.
 */
export async function needsApproval(tool, input, options) {
  if (tool.needsApproval === undefined) return tool.approval === 'always';
  const checked = await check(tool.inputSchema, input);
  let answer;
  try {
    answer = await tool.needsApproval(checked, options);
  } catch (cause) {
    throw new Failure(
      'raised',
      `The tool could not say whether it needs approval: ${messageOf(cause)}`,
      cause,
    );
  }
  if (typeof answer !== 'boolean') {
    throw new Failure(
      'raised',
      `The tool was asked whether it needs approval and answered ${typeof answer}.`,
    );
  }
  return answer;
}

/**
 * Runs a tool and gives its result as JSON text. What it yields goes to `preliminary`, and the last of it is the result.
 *
 * @param {Tool} tool
 * @param {unknown} input
 * @param {object} options
 * @param {number} limit Bytes of the result.
 * @param {(text: string) => Promise<void>} preliminary Takes each as JSON text.
 * @returns {Promise<string>}
 * @throws {Failure}
 */
export async function execute(tool, input, options, limit, preliminary) {
  if (tool.execute === undefined) {
    throw new Failure(
      'missing',
      `\`${tool.name}\` has no \`execute\`: it is meant to be run by a model's provider or by a client.`,
    );
  }
  const checked = await check(tool.inputSchema, input);
  let output = await /** @type {unknown} */ (tool.execute(checked, options));
  if (isIterable(output)) {
    /** @type {unknown} */
    let last;
    for await (last of output) await tell(last, preliminary);
    output = last;
  }
  return write(output, limit);
}

/**
 * @param {unknown} value
 * @param {(text: string) => Promise<void>} preliminary
 */
async function tell(value, preliminary) {
  try {
    const text = JSON.stringify(toJson(value));
    if (Buffer.byteLength(text) <= PROGRESS_BYTES) await preliminary(text);
  } catch (cause) {
    // What is not its result does not fail the call.
    if (!(cause instanceof NotJson)) throw cause;
  }
}

/**
 * @param {unknown} value
 * @param {number} limit
 */
function write(value, limit) {
  let text;
  try {
    text = JSON.stringify(toJson(value));
  } catch (cause) {
    throw new Failure('not_json', `The tool's result cannot be written as JSON: ${messageOf(cause)}`, cause);
  }
  const bytes = Buffer.byteLength(text);
  if (bytes > limit) {
    throw new Failure(
      'too_large',
      `The result has ${bytes} bytes, the limit is ${limit}. Write it to a file in the workspace and return its path.`,
    );
  }
  return text;
}

/**
 * @param {unknown} value
 * @returns {value is AsyncIterable<unknown>}
 */
function isIterable(value) {
  return isObject(value) && Symbol.asyncIterator in value;
}
