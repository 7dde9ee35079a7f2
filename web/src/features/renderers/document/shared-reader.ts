import type { Root } from 'hast';
import { MarkdownReader, type Reader } from './markdown-reader';

/** Told what became of a text: its tree, or `null` where it cannot be read in time. */
type Hear = (tree: Root | null) => void;

/** Texts whose trees are kept, so that what comes into sight again is drawn at once. */
const KEPT = 100;
/** Longer texts are read again: their trees are large. */
const KEPT_LENGTH = 20_000;

/** Reads the texts of many places of a page in one worker. Of each place's texts that wait, only the latest is read. */
export class SharedReader {
  readonly #reader: MarkdownReader;
  readonly #waiting = new Map<Hear, string>();
  readonly #kept = new Map<string, Root>();
  #current: { hear: Hear; text: string } | null = null;

  constructor(open: () => Reader) {
    this.#reader = new MarkdownReader((tree) => this.#end(tree), open);
  }

  /** The tree of a text that was read before. */
  known(text: string): Root | undefined {
    return this.#kept.get(text);
  }

  read(text: string, hear: Hear): void {
    this.#waiting.set(hear, text);
    this.#next();
  }

  /** Nothing more is told to this place. */
  leave(hear: Hear): void {
    this.#waiting.delete(hear);
    if (this.#current?.hear === hear) this.#current.hear = () => undefined;
  }

  #next(): void {
    if (this.#current) return;
    const [first] = this.#waiting;
    if (!first) return;
    const [hear, text] = first;
    this.#waiting.delete(hear);
    this.#current = { hear, text };
    this.#reader.read(text);
  }

  #end(tree: Root | null): void {
    const ended = this.#current;
    this.#current = null;
    if (ended && tree) this.#keep(ended.text, tree);
    ended?.hear(tree);
    this.#next();
  }

  #keep(text: string, tree: Root): void {
    if (text.length > KEPT_LENGTH) return;
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size >= KEPT) this.#kept.delete(oldest);
    this.#kept.set(text, tree);
  }
}
