/** Starts the runner as the server does, and speaks with it. */

import { spawn } from 'node:child_process';
import { copyFile, cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Frames } from '../src/frames.js';
import { IMPORTER } from '../src/load.js';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const RUNNER = fileURLToPath(new URL('../src/runner.js', import.meta.url));

/**
 * A folder as the server lays it out: the toolset's modules, and packages beside them.
 *
 * @param {'modern' | 'legacy'} packages
 */
export async function makeRoot(packages) {
  const root = await mkdtemp(join(tmpdir(), 'node-runner-'));
  await cp(join(HERE, 'modules'), root, { recursive: true });
  await copyFile(join(HERE, '../src/importer.js'), join(root, IMPORTER));
  await symlink(join(HERE, 'packages', packages, 'node_modules'), join(root, 'node_modules'));
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}

/** One runner. What it says is kept until it is asked for. */
export class Runner {
  /** @type {any[]} */
  #heard = [];
  /** @type {(() => void)[]} */
  #waiting = [];
  log = '';

  /** @param {string} cwd @param {string[]} flags */
  constructor(cwd, flags = []) {
    this.process = spawn(process.execPath, [...flags, '--enable-source-maps', RUNNER], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, TMPDIR: tmpdir() },
    });
    this.socket = /** @type {import('node:net').Socket} */ (/** @type {unknown} */ (this.process.stdio[3]));
    const frames = new Frames(64 << 20);
    this.socket.on('data', (bytes) => {
      for (const body of frames.push(bytes)) this.#heard.push(JSON.parse(body.toString()));
      this.#wake();
    });
    this.socket.on('error', () => {});
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream?.on('data', (text) => {
        this.log += text;
      });
    }
    /** @type {Promise<{ code: number | null, signal: string | null }>} */
    this.end = new Promise((resolve) => {
      this.process.on('close', (code, signal) => {
        resolve({ code, signal });
        this.isOver = true;
        this.#wake();
      });
    });
  }

  isOver = false;

  #wake() {
    for (const wake of this.#waiting.splice(0)) wake();
  }

  /** @param {unknown} message */
  send(message) {
    const body = Buffer.from(JSON.stringify(message));
    const header = Buffer.alloc(4);
    header.writeUInt32BE(body.length);
    this.socket.write(Buffer.concat([header, body]));
  }

  /** The next thing that it says; `undefined` when it is over. */
  async hear() {
    while (this.#heard.length === 0) {
      if (this.isOver) return undefined;
      await new Promise((resolve) => this.#waiting.push(() => resolve(undefined)));
    }
    return this.#heard.shift();
  }

  /**
   * @param {string} root
   * @param {object[]} sources
   * @param {object} [context]
   */
  async load(root, sources, context = {}) {
    this.send({ op: 'load', protocol: 1, toolset: 'test', root, sources, context });
    return this.hear();
  }

  /**
   * Runs a call to its end; gives its last word, and what it said before.
   *
   * @param {string} tool
   * @param {unknown} input
   * @param {number} [result_bytes]
   */
  async call(tool, input, result_bytes = 64 << 20) {
    this.send({ op: 'call', id: 'call-1', tool, input, result_bytes });
    const progress = [];
    for (;;) {
      const said = await this.hear();
      if (said?.event !== 'progress') return { last: said, progress, ...(await this.end), log: this.log };
      progress.push(said.value);
    }
  }
}

/**
 * One call of one tool in a process of its own.
 *
 * @param {string} root
 * @param {object} source
 * @param {string} tool
 * @param {unknown} input
 */
export async function callOnce(root, source, tool, input) {
  const runner = new Runner(root);
  await runner.load(root, [source], { workspace: root, chatId: 'chat-1' });
  return runner.call(tool, input);
}

/**
 * What the tools of some sources say of themselves.
 *
 * @param {string} root
 * @param {...object} sources
 */
export async function describeAll(root, ...sources) {
  const runner = new Runner(root);
  const { failed } = await runner.load(root, sources);
  runner.send({ op: 'describe' });
  const { tools } = await runner.hear();
  runner.socket.end();
  await runner.end;
  return { tools, failed };
}
