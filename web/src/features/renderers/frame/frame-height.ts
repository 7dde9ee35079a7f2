import { Allowance } from '../allowance';

/** The least and the most that a frame can make itself tall, in pixels. */
export const HEIGHT_MIN = 48;
export const HEIGHT_MAX = 2400;

/** How many changes are taken at once, and how many more each second. A page that grows with its frame runs dry. */
const CHANGES_AT_ONCE = 20;
const CHANGES_PER_SECOND = 2;

/** Decides which wishes of a frame for another height are granted. What is in the frame is not trusted. */
export class HeightGate {
  #height: number | null = null;
  readonly #changes: Allowance;

  /** Times are in milliseconds, from any beginning. */
  constructor(now: number) {
    this.#changes = new Allowance(CHANGES_AT_ONCE, CHANGES_PER_SECOND, now);
  }

  /** The height that a message leads to; `null` where it leads to none. */
  take(message: unknown, now: number): number | null {
    return this.grant(heightIn(message), now);
  }

  /** The height that a wish leads to; `null` where it leads to none. */
  grant(wish: unknown, now: number): number | null {
    if (typeof wish !== 'number' || !Number.isFinite(wish)) return null;
    const height = Math.round(Math.min(HEIGHT_MAX, Math.max(HEIGHT_MIN, wish)));
    if (height === this.#height || !this.#changes.take(now)) return null;
    this.#height = height;
    return height;
  }
}

/** The height that a message names, if it is such a message and nothing else. */
function heightIn(message: unknown): unknown {
  if (typeof message !== 'object' || message === null) return null;
  const { type, height } = message as { type?: unknown; height?: unknown };
  return type === 'pegboard:height' ? height : null;
}
