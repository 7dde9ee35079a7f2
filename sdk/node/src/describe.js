/** What tools say of themselves. */

import { describe as describeFault } from './failure.js';
import { toJsonSchema } from './schema.js';

/** @typedef {import('./tool.js').Tool} Tool */

/**
 * @typedef {object} Description
 * @property {string} name
 * @property {number} source The index of the source it comes from.
 * @property {string} [title]
 * @property {string} [description]
 * @property {import('./tool.js').Approval} [approval]
 * @property {object} [input_schema]
 * @property {import('./failure.js').Fault} [error] Why nothing else is said.
 */

/**
 * @param {{ source: number, tool: Tool }} found
 * @returns {Promise<Description>}
 */
export async function describeTool({ source, tool }) {
  const { name, title, description, approval } = tool;
  try {
    if (tool.execute === undefined)
      throw new Error('it has no `execute`: a provider of models or a client is meant to run it');
    return { name, source, title, description, approval, input_schema: await toJsonSchema(tool.inputSchema) };
  } catch (thrown) {
    return { name, source, error: describeFault(thrown, 'import') };
  }
}
