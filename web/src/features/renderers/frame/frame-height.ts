/** The least and the most that a frame can make itself tall, in pixels. */
export const HEIGHT_MIN = 48;
export const HEIGHT_MAX = 2400;

/** How many changes are taken at once, and how many more each second. A page that grows with its frame runs dry. */
const CHANGES_AT_ONCE = 20;
const CHANGES_PER_SECOND = 2;

/** Decides which wishes of a frame for another height are granted. What is in the frame is not trusted. */
export class HeightGate {
  #height: number | null = null;
  #changes = CHANGES_AT_ONCE;
  #filled: number;

  /** Times are in milliseconds, from any beginning. */
  constructor(now: number) {
    this.#filled = now;
  }

  /** The height that a message leads to; `null` where it leads to none. */
  take(message: unknown, now: number): number | null {
    const wish = heightIn(message);
    if (wish === null) return null;
    const height = Math.round(Math.min(HEIGHT_MAX, Math.max(HEIGHT_MIN, wish)));
    if (height === this.#height) return null;
    this.#changes = Math.min(
      CHANGES_AT_ONCE,
      this.#changes + (Math.max(0, now - this.#filled) / 1000) * CHANGES_PER_SECOND,
    );
    this.#filled = now;
    if (this.#changes < 1) return null;
    this.#changes -= 1;
    this.#height = height;
    return height;
  }
}

/** The height that a message names, if it is such a message and nothing else. */
function heightIn(message: unknown): number | null {
  if (typeof message !== 'object' || message === null) return null;
  const { type, height } = message as { type?: unknown; height?: unknown };
  if (type !== 'pegboard:height' || typeof height !== 'number' || !Number.isFinite(height)) return null;
  return height;
}
