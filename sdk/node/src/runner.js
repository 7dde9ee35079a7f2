/**
 * One process of a toolset's Node tools: imports the toolset, answers what the server asks of it, runs one call and ends.
 * The server keeps one of these ahead of its call. The contract is docs/NODE_RUNNER_PROTOCOL.md.
 */

import { describeTool } from './describe.js';
import { execute, needsApproval, optionsOf } from './execute.js';
import { describe, Failure } from './failure.js';
import { open } from './frames.js';
import { REQUEST_BYTES } from './limits.js';
import { load } from './load.js';
import { readOrder, VERSION } from './protocol.js';

/** @typedef {import('./protocol.js').Order} Order */

/** Where the server's socket is. */
const DESCRIPTOR = 3;

/** Exit codes: the server spoke what is not understood, or its socket is gone. */
const [FATAL, UNHEARD] = [2, 70];

const cancel = new AbortController();

/** @type {import('./load.js').Loaded} */
let loaded = { tools: new Map(), failed: {} };

/** @type {Record<string, unknown>} */
let context = {};

/** Orders are carried out one after the other; only `cancel` goes past them. */
let turn = Promise.resolve();

const line = open(DESCRIPTOR, REQUEST_BYTES, hear, ended);

/** Throws nothing at the tool that listens to the process: this is the last listener and not the only one. */
process.on('uncaughtException', (thrown) => {
  const fault = describe(thrown, 'raised');
  console.error(fault.traceback || fault.message);
  answer(
    {
      ...fault,
      event: 'error',
      message: `Something in the tool failed outside of its call: ${fault.message}`,
    },
    1,
  );
});

/** @param {unknown} message */
function hear(message) {
  const order = readOrder(message);
  if (order.op === 'cancel') {
    cancel.abort(new DOMException('The call was cancelled.', 'AbortError'));
    return;
  }
  turn = turn.then(() => obey(order)).catch(() => process.exit(UNHEARD));
}

/** @param {Error | undefined} fault */
function ended(fault) {
  if (fault === undefined) process.exit(0);
  console.error(`the runner does not understand the server: ${fault.message}`);
  process.exit(FATAL);
}

/** @param {Exclude<Order, { op: 'cancel' }>} order */
async function obey(order) {
  switch (order.op) {
    case 'load':
      context = Object.freeze(order.context);
      loaded = await load(order.root, order.sources);
      return line.send({ event: 'loaded', protocol: VERSION, node: process.version, failed: loaded.failed });
    case 'describe':
      return line.send({
        event: 'described',
        tools: await Promise.all([...loaded.tools.values()].map(describeTool)),
      });
    case 'ask':
      return line.send(await ask(order));
    case 'call':
      return call(order);
  }
}

/** @param {import('./protocol.js').Ask} order */
async function ask(order) {
  try {
    const options = optionsOf(context, order.id, cancel.signal);
    return { event: 'answered', needed: await needsApproval(find(order.tool), order.input, options) };
  } catch (thrown) {
    return { event: 'error', ...describe(thrown, 'raised') };
  }
}

/** @param {import('./protocol.js').Call} order */
async function call(order) {
  const options = optionsOf({ ...context, callId: order.id }, order.id, cancel.signal);
  try {
    const tell = (/** @type {string} */ text) => line.sendText(`{"event":"progress","value":${text}}`);
    const text = await execute(find(order.tool), order.input, options, order.result_bytes, tell);
    await line.sendText(`{"event":"result","value":${text}}`);
    process.exit(0);
  } catch (thrown) {
    answer({ event: 'error', ...describe(thrown, 'raised') }, 0);
  }
}

/**
 * The last thing that is said.
 *
 * @param {object} message
 * @param {number} code
 */
function answer(message, code) {
  line.send(message).then(
    () => process.exit(code),
    () => process.exit(UNHEARD),
  );
}

/**
 * @param {string} name
 * @throws {Failure}
 */
function find(name) {
  const found = loaded.tools.get(name);
  if (found) return found.tool;
  const faults = Object.values(loaded.failed);
  if (faults.length > 0)
    throw new Failure(faults[0]?.kind ?? 'import', faults.map((fault) => fault.message).join('\n'));
  throw new Failure('missing', `The toolset's code has no tool \`${name}\` any more.`);
}
