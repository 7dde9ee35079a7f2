/** So much at once, and so much more each second: what somebody who is not trusted may ask for. */
export class Allowance {
  #left: number;

  /** Times are in milliseconds, from any beginning. */
  constructor(
    private readonly atOnce: number,
    private readonly perSecond: number,
    private filled: number,
  ) {
    this.#left = atOnce;
  }

  /** Takes one, if one is left. */
  take(now: number): boolean {
    const passed = Math.max(0, now - this.filled) / 1000;
    this.#left = Math.min(this.atOnce, this.#left + passed * this.perSecond);
    this.filled = now;
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }
}
