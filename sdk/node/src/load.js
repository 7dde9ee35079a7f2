/** Imports what a toolset names, and finds its tools. */

import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, Failure, messageOf } from './failure.js';
import { findTools } from './find.js';

/** @typedef {import('./tool.js').Tool} Tool */

/**
 * Where tools come from: a package, or a module relative to the root.
 *
 * @typedef {object} Source
 * @property {string} [package]
 * @property {string} [module]
 * @property {string[]} [imports]
 * @property {unknown[]} [args]
 */

/**
 * @typedef {object} Loaded
 * @property {Map<string, { source: number, tool: Tool }>} tools By name.
 * @property {Record<string, import('./failure.js').Fault>} failed By the index of their source.
 */

/** The copy of importer.js in a toolset's folder. */
export const IMPORTER = '.pegboard-importer.mjs';

/** Modules that are no JavaScript. */
const TYPED = new Set(['.ts', '.mts', '.cts', '.tsx', '.jsx']);

/**
 * Imports each source, one after the other. One that fails spares the others.
 *
 * @param {string} root The folder with the modules, `node_modules` and the importer, absolute.
 * @param {Source[]} sources
 * @returns {Promise<Loaded>}
 */
export async function load(root, sources) {
  const { importHere } = await import(pathToFileURL(join(root, IMPORTER)).href);
  /** @type {Loaded} */
  const loaded = { tools: new Map(), failed: {} };
  for (const [index, source] of sources.entries()) {
    try {
      for (const tool of await loadOne(importHere, root, source)) {
        const other = loaded.tools.get(tool.name);
        if (other)
          throw new Failure(
            'import',
            `two tools are called \`${tool.name}\`: import them by name, one of them`,
          );
        loaded.tools.set(tool.name, { source: index, tool });
      }
    } catch (thrown) {
      const fault = describe(thrown, 'import');
      loaded.failed[index] = { ...fault, message: `${nameOf(source)}: ${fault.message}` };
    }
  }
  return loaded;
}

/**
 * @param {typeof import('./importer.js').importHere} importHere
 * @param {string} root
 * @param {Source} source
 */
async function loadOne(importHere, root, source) {
  if (source.module !== undefined && TYPED.has(extname(source.module))) await readTypeScript();
  const specifier =
    source.module === undefined ? (source.package ?? '') : pathToFileURL(join(root, source.module)).href;
  let exports;
  try {
    exports = await importHere(specifier);
  } catch (cause) {
    throw new Failure('import', messageOf(cause), cause);
  }
  return findTools(exports, source.imports ?? [], source.args ?? [], fallbackName(nameOf(source)));
}

/** @type {Promise<unknown> | undefined} */
let reading;

/** From here on TypeScript is read as JavaScript, in both formats, on every version of Node and as bundlers read it. */
function readTypeScript() {
  reading ??= Promise.all([import('tsx/esm/api'), import('tsx/cjs/api')]).then(([esm, cjs]) => {
    cjs.register();
    esm.register();
  });
  return reading;
}

/** @param {Source} source */
function nameOf(source) {
  return source.module ?? source.package ?? '';
}

/** `./tools/my-tool.ts` names the tool `my-tool`. @param {string} path */
function fallbackName(path) {
  const last = path.split('/').at(-1) ?? path;
  return last.slice(0, last.length - extname(last).length) || last;
}
