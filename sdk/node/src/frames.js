/** Frames on a socket: four bytes of length, big-endian, then as many bytes of UTF-8 JSON. */

import { Socket } from 'node:net';

/**
 * The runner's end of its conversation with the server.
 *
 * @typedef {object} Line
 * @property {(message: object) => Promise<void>} send Resolves when the kernel has it; rejects when nobody listens.
 * @property {(text: string) => Promise<void>} sendText The same, for what is JSON already.
 */

/**
 * Speaks frames over an inherited descriptor.
 *
 * @param {number} descriptor A connected stream socket.
 * @param {number} limit Bytes of one frame that is taken.
 * @param {(message: unknown) => void} hear Takes each message, in order.
 * @param {(fault: Error | undefined) => void} ended Hears once that there will be no more, and why.
 * @returns {Line}
 */
export function open(descriptor, limit, hear, ended) {
  const socket = new Socket({ fd: descriptor, readable: true, writable: true });
  const frames = new Frames(limit);
  /** @type {Error | undefined} */
  let fault;
  socket.on('data', (bytes) => {
    try {
      for (const body of frames.push(bytes)) {
        hear(JSON.parse(body.toString('utf8')));
      }
    } catch (cause) {
      fault = cause instanceof Error ? cause : new Error(String(cause));
      socket.destroy();
    }
  });
  socket.on('error', (cause) => {
    fault ??= cause;
  });
  socket.on('close', () => ended(fault));
  socket.on('end', () => socket.destroy());
  /** @param {string} text */
  const sendText = (text) =>
    new Promise((resolve, reject) => {
      const body = Buffer.from(text, 'utf8');
      const header = Buffer.alloc(4);
      header.writeUInt32BE(body.length);
      socket.cork();
      socket.write(header);
      socket.write(body, (failed) => (failed ? reject(failed) : resolve(undefined)));
      socket.uncork();
    });
  return { sendText, send: (message) => sendText(JSON.stringify(message)) };
}

/** Cuts a stream of bytes into frames. */
export class Frames {
  /** @type {Buffer[]} */
  #pieces = [];
  #held = 0;
  /** @type {number | undefined} */
  #expected;
  #limit;

  /** @param {number} limit Bytes of one frame's body. */
  constructor(limit) {
    this.#limit = limit;
  }

  /**
   * Takes the next bytes and gives the bodies that are whole by now.
   *
   * @param {Buffer} bytes
   * @returns {Generator<Buffer>}
   */
  *push(bytes) {
    this.#pieces.push(bytes);
    this.#held += bytes.length;
    for (;;) {
      if (this.#expected === undefined) {
        if (this.#held < 4) return;
        this.#expected = this.#take(4).readUInt32BE();
        if (this.#expected > this.#limit) {
          throw new Error(`a frame of ${this.#expected} bytes is longer than the ${this.#limit} allowed`);
        }
      }
      if (this.#held < this.#expected) return;
      const body = this.#take(this.#expected);
      this.#expected = undefined;
      yield body;
    }
  }

  /** @param {number} count */
  #take(count) {
    const all =
      this.#pieces.length === 1 ? /** @type {Buffer} */ (this.#pieces[0]) : Buffer.concat(this.#pieces);
    this.#pieces = [all.subarray(count)];
    this.#held -= count;
    return all.subarray(0, count);
  }
}
