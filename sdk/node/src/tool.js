/** What a tool is, whichever version of the AI SDK it was written for. */

import { isObject } from './failure.js';

/**
 * How the code says whether a person must see a call: always, never, by its input, or not at all.
 *
 * @typedef {'always' | 'never' | 'depends' | 'unsaid'} Approval
 */

/**
 * @typedef {object} Tool
 * @property {string} name
 * @property {string | undefined} title
 * @property {string} description
 * @property {unknown} inputSchema As the code has it.
 * @property {Approval} approval
 * @property {((input: unknown, options: object) => unknown) | undefined} needsApproval
 * @property {((input: unknown, options: object) => unknown) | undefined} execute
 */

/**
 * Whether a value looks like a tool: it takes an input by a schema. Some are functions with properties.
 *
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export function isTool(value) {
  if (!isObject(value) && typeof value !== 'function') return false;
  const tool = /** @type {Record<string, unknown>} */ (value);
  const hasSchema = schemaOf(tool) !== undefined;
  if (typeof tool.execute === 'function') return hasSchema || typeof tool.description === 'string';
  return isObject(value) && (isProvided(tool) || (hasSchema && !('_def' in tool) && !('~standard' in tool)));
}

/**
 * Reads a tool. `name` is where it was found; a name of its own goes first only where the place says nothing.
 *
 * @param {string} name
 * @param {Record<string, unknown>} tool
 * @returns {Promise<Tool>}
 */
export async function read(name, tool) {
  const spec = isObject(tool.spec) ? tool.spec : {};
  const title = tool.title ?? (isObject(tool.annotations) ? tool.annotations.title : undefined);
  const { needsApproval, execute } = tool;
  return {
    name,
    title: typeof title === 'string' ? title : undefined,
    description: await descriptionOf(tool.description ?? spec.description),
    inputSchema: schemaOf(tool),
    approval: approvalOf(needsApproval),
    needsApproval: typeof needsApproval === 'function' ? needsApproval.bind(tool) : undefined,
    execute: typeof execute === 'function' ? execute.bind(tool) : undefined,
  };
}

/**
 * The name that a tool gives itself.
 *
 * @param {Record<string, unknown>} tool
 * @returns {string | undefined}
 */
export function ownName(tool) {
  const spec = isObject(tool.spec) ? tool.spec : {};
  // A function has a name in any case: the one it was declared under.
  const name = spec.name ?? (typeof tool === 'function' ? undefined : tool.name);
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Whether a model's provider runs it. @param {Record<string, unknown>} tool */
export function isProvided(tool) {
  return tool.type === 'provider' || tool.type === 'provider-defined';
}

/** @param {Record<string, unknown>} tool */
function schemaOf(tool) {
  return tool.inputSchema ?? tool.parameters ?? (isObject(tool.spec) ? tool.spec.parameters : undefined);
}

/** @param {unknown} said @returns {Approval} */
function approvalOf(said) {
  if (typeof said === 'function') return 'depends';
  if (said === true) return 'always';
  return said === false ? 'never' : 'unsaid';
}

/** It may be a function of the context, which is empty when a tool is looked into. @param {unknown} said */
async function descriptionOf(said) {
  const description =
    typeof said === 'function' ? await said({ context: {}, experimental_context: {} }) : said;
  return typeof description === 'string' ? description : '';
}
