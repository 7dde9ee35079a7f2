/** What crosses the line between server and runner is bounded on both sides. */

/** Bytes of one frame that the server sends: a call's arguments, mostly. */
export const REQUEST_BYTES = 64 * 1024 * 1024;

/** Bytes of one preliminary result; a larger one is left out. */
export const PROGRESS_BYTES = 64 * 1024;

/** Characters of an error's message. */
export const MESSAGE_CHARS = 4096;

/** Characters of an error's traceback. */
export const TRACEBACK_CHARS = 16384;

/** Tools of one toolset. */
export const TOOLS = 1000;

/** Levels of nesting in a value. */
export const DEPTH = 100;
