/** A message as far as its place in the tree matters. */
interface Place {
  id: string;
  parent_id?: string | null;
  created_at: string;
}

/** One message on the way to the active leaf. */
export interface Step<T extends Place> {
  message: T;
  /** The messages that hang on the same parent, itself among them, oldest first. */
  siblings: readonly T[];
  /** Its place among them. */
  index: number;
}

/** The tree of a chat's messages, which come parents before children. */
export class Branches<T extends Place> {
  readonly #byId = new Map<string, T>();
  readonly #children = new Map<string | null, T[]>();

  constructor(messages: readonly T[]) {
    for (const message of messages) {
      this.#byId.set(message.id, message);
      const parent = message.parent_id ?? null;
      const siblings = this.#children.get(parent);
      if (siblings) siblings.push(message);
      else this.#children.set(parent, [message]);
    }
  }

  /** The way from the first message to a leaf. */
  wayTo(leaf: string | null | undefined): Step<T>[] {
    const way: Step<T>[] = [];
    const seen = new Set<string>();
    for (let at = leaf ? this.#byId.get(leaf) : undefined; at && !seen.has(at.id); at = this.#parentOf(at)) {
      seen.add(at.id);
      const siblings = this.#children.get(at.parent_id ?? null) ?? [at];
      way.push({ message: at, siblings, index: siblings.indexOf(at) });
    }
    return way.reverse();
  }

  has(message: string): boolean {
    return this.#byId.has(message);
  }

  /** Where a branch ends that goes through a message: always the newest way down. */
  leafBelow(message: string): string {
    let at = message;
    for (;;) {
      const next = this.childrenOf(at).at(-1);
      if (!next) return at;
      at = next.id;
    }
  }

  /** A message and all that hang below it. */
  branchFrom(message: string): ReadonlySet<string> {
    const found = new Set([message]);
    for (const id of found) for (const child of this.childrenOf(id)) found.add(child.id);
    return found;
  }

  /** What hangs directly below a message, oldest first; the first messages for `null`. */
  childrenOf(message: string | null): readonly T[] {
    return this.#children.get(message) ?? [];
  }

  /** How many ends the tree has. */
  get leaves(): number {
    let count = 0;
    for (const id of this.#byId.keys()) if (!this.#children.has(id)) count += 1;
    return count;
  }

  #parentOf(message: T): T | undefined {
    return message.parent_id ? this.#byId.get(message.parent_id) : undefined;
  }
}
