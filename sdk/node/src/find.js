/** Finds the tools in what a package or module exports. */

import { Failure, isObject } from './failure.js';
import { TOOLS } from './limits.js';
import { isProvided, isTool, ownName, read } from './tool.js';

/** @typedef {import('./tool.js').Tool} Tool */
/** @typedef {[name: string, value: Record<string, unknown>]} Named */

/** How a schema is called that belongs to a function `x`, besides the capitals of its first letter. */
const PAIRED = ['Schema', 'InputSchema', 'Parameters', 'InputParameters'];

/** How many exports a message names. */
const SHOWN = 20;

/**
 * The tools among a module's exports.
 *
 * With `imports`, those exports are taken: a tool, a record or list of tools, an object with `tools`, a function with its schema
 * beside it, or a factory, which is called with `args` and may answer with any of these. Without, every tool, record
 * of tools, and function with its schema is taken, and no function is called.
 *
 * @param {Record<string, unknown>} exports
 * @param {string[]} imports Names of exports; empty takes all.
 * @param {unknown[]} args What factories are called with.
 * @param {string} fallback The name of a tool that has none of its own.
 * @returns {Promise<Tool[]>}
 * @throws {Failure} When there are none, an export is missing, or a factory fails.
 */
export async function findTools(exports, imports, args, fallback) {
  const named =
    imports.length === 0 ? amongAll(exports, fallback) : await amongChosen(exports, imports, args, fallback);
  if (named.length === 0) throw new Failure('missing', nothingFound(exports));
  if (named.length > TOOLS) throw new Failure('import', `it has ${named.length} tools; ${TOOLS} are allowed`);
  return Promise.all(named.map(([name, value]) => readOne(name, value)));
}

/**
 * @param {string} name
 * @param {Record<string, unknown>} value
 */
async function readOne(name, value) {
  const tool = await read(name, value);
  return isProvided(value) ? { ...tool, execute: undefined } : tool;
}

/**
 * @param {Record<string, unknown>} exports
 * @param {string} fallback
 * @returns {Named[]}
 */
function amongAll(exports, fallback) {
  const all = withDefault(exports);
  /** @type {Map<string, Named>} */
  const found = new Map();
  for (const [name, value] of Object.entries(all)) {
    for (const one of standing(all, name, value, fallback)) {
      if (!found.has(one[0])) found.set(one[0], one);
    }
  }
  return [...found.values()];
}

/** What a CommonJS module exports stands in its `default` as well, at times there alone. @param {Record<string, unknown>} exports */
function withDefault(exports) {
  const inner = exports.default;
  const alone = Object.keys(exports).every((name) => name === 'default' || name === 'module.exports');
  return alone && isObject(inner) && !isTool(inner) ? Object.assign({}, inner) : exports;
}

/**
 * @param {Record<string, unknown>} exports
 * @param {string[]} imports
 * @param {unknown[]} args
 * @param {string} fallback
 * @returns {Promise<Named[]>}
 */
async function amongChosen(exports, imports, args, fallback) {
  /** @type {Record<string, unknown>} */
  const all = Object.assign({}, exports.default, exports);
  const found = [];
  for (const name of imports) {
    const value = all[name];
    if (value === undefined) throw new Failure('missing', `it does not export \`${name}\`${offers(exports)}`);
    const direct = standing(all, name, value, fallback);
    if (direct.length > 0) {
      found.push(...direct);
    } else if (typeof value === 'function') {
      const made = await make(name, value, args);
      const inside = standing({}, name, made, fallback);
      if (inside.length === 0) throw new Failure('missing', `\`${name}\` was called and gave no tools`);
      found.push(...inside);
    } else {
      throw new Failure('missing', `\`${name}\` is neither a tool, nor holds tools, nor makes them`);
    }
  }
  return found;
}

/**
 * @param {string} name
 * @param {Function} factory
 * @param {unknown[]} args
 */
async function make(name, factory, args) {
  try {
    return await factory(...args);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new Failure('import', `\`${name}(${args.length === 0 ? '' : '…'})\` failed: ${message}`, cause);
  }
}

/**
 * The tools that a value is or holds, without calling anything.
 *
 * @param {Record<string, unknown>} beside Where a function's schema may stand.
 * @param {string} name
 * @param {unknown} value
 * @param {string} fallback
 * @returns {Named[]}
 */
function standing(beside, name, value, fallback) {
  if (isTool(value)) {
    const place = name === 'default' ? fallback : name;
    const isExported = name !== 'default' && isTool(beside[name]);
    return [[isExported ? name : (ownName(value) ?? withoutVerb(place)), value]];
  }
  if (typeof value === 'function') {
    const schema = PAIRED.map((end) => schemaBeside(beside, name, end)).find((found) => found !== undefined);
    return schema === undefined
      ? []
      : [[name === 'default' ? fallback : name, paired(beside, name, value, schema)]];
  }
  if (!isObject(value)) return [];
  const record = isObject(value.tools) && !isTool(value.tools) ? value.tools : value;
  if (Array.isArray(record)) {
    return record.flatMap((item) =>
      isTool(item) && ownName(item) !== undefined ? [[String(ownName(item)), item]] : [],
    );
  }
  return Object.entries(record).flatMap(([key, item]) =>
    isTool(item) ? [/** @type {Named} */ ([key, item])] : [],
  );
}

/** A factory's name says how a tool is made, not what it is: `createWeather` makes `weather`. @param {string} name */
function withoutVerb(name) {
  return name.replace(/^(?:create|make|build)(\p{Lu})/u, (_, first) => first.toLowerCase());
}

/**
 * @param {Record<string, unknown>} beside
 * @param {string} name
 * @param {string} end
 */
function schemaBeside(beside, name, end) {
  const found = beside[name + end] ?? beside[name.charAt(0).toUpperCase() + name.slice(1) + end];
  return isObject(found) ? found : undefined;
}

/**
 * A tool made of a function and what stands beside it: `xSchema`, and where they are there `xDescription` and `xNeedsApproval`.
 *
 * @param {Record<string, unknown>} beside
 * @param {string} name
 * @param {Function} execute
 * @param {Record<string, unknown>} inputSchema
 * @returns {Record<string, unknown>}
 */
function paired(beside, name, execute, inputSchema) {
  const description = beside[`${name}Description`] ?? inputSchema.description;
  return {
    description,
    inputSchema,
    needsApproval: beside[`${name}NeedsApproval`],
    execute: execute.bind(undefined),
  };
}

/** @param {Record<string, unknown>} exports */
function nothingFound(exports) {
  const makers = Object.keys(exports).filter((name) => typeof exports[name] === 'function');
  const hint =
    makers.length > 0 ? `; name the one that makes them with \`import\`: ${listed(makers)}` : offers(exports);
  return `it exports no tools${hint}`;
}

/** @param {Record<string, unknown>} exports */
function offers(exports) {
  const names = Object.keys(exports);
  return names.length > 0 ? `; it exports ${listed(names)}` : '; it exports nothing';
}

/** @param {string[]} names */
function listed(names) {
  const shown = names
    .slice(0, SHOWN)
    .map((name) => `\`${name}\``)
    .join(', ');
  return names.length > SHOWN ? `${shown} and ${names.length - SHOWN} more` : shown;
}
