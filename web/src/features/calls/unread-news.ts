import type { Heard } from './news';

/** Events come faster than people read. */
export const NEWS_EVERY_MS = 400;
/** When what could not be read is asked for again. */
export const AGAIN_AFTER_MS = 5000;

/** What was heard of calls and not read yet. It is read once somebody begins to, at most once at a time. */
export class UnreadNews {
  #heard: Heard = { named: new Set(), missed: false };
  #read: ((heard: Heard) => Promise<unknown>) | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #busy = false;

  add(heard: Heard): void {
    this.#keep(heard);
    this.#plan();
  }

  begin(read: (heard: Heard) => Promise<unknown>): void {
    this.#read = read;
    this.#plan();
  }

  rest(): void {
    this.#read = null;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #keep({ named, missed }: Heard): void {
    this.#heard = {
      named: new Set([...this.#heard.named, ...named]),
      missed: this.#heard.missed || missed,
    };
  }

  #plan(pause = NEWS_EVERY_MS): void {
    const { named, missed } = this.#heard;
    if (!this.#read || this.#busy || (named.size === 0 && !missed)) return;
    this.#timer ??= setTimeout(() => void this.#run(), pause);
  }

  async #run(): Promise<void> {
    this.#timer = null;
    const heard = this.#heard;
    this.#heard = { named: new Set(), missed: false };
    this.#busy = true;
    const read = await this.#read?.(heard).then(
      () => true,
      () => false,
    );
    this.#busy = false;
    if (!read) this.#keep(heard);
    this.#plan(read ? NEWS_EVERY_MS : AGAIN_AFTER_MS);
  }
}
