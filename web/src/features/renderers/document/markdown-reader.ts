import type { Root } from 'hast';
import type { Answer, Question } from './markdown-worker';

/** How long a document may take to read. A usual one takes some milliseconds. */
export const PATIENCE_MS = 5000;

/** Told what became of a text: its tree, or `null` where it cannot be read in time. */
type Hear = (tree: Root | null) => void;

/** What is needed of a worker. */
export type Reader = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

/** Reads Markdown in a worker, one text after the other; of texts that wait, only the latest is read. */
export class MarkdownReader {
  #worker: Reader | null = null;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #busy = false;
  #waiting: string | null = null;

  constructor(
    private readonly hear: Hear,
    private readonly open: () => Reader,
  ) {}

  read(text: string): void {
    if (this.#busy) {
      this.#waiting = text;
      return;
    }
    const question: Question = { text };
    this.#busy = true;
    this.#patience = setTimeout(() => this.#giveUp(), PATIENCE_MS);
    this.#ready().postMessage(question);
  }

  close(): void {
    this.#waiting = null;
    this.#stop();
  }

  #ready(): Reader {
    if (this.#worker) return this.#worker;
    const worker = this.open();
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.#end(data.tree);
    worker.onerror = () => this.#giveUp();
    this.#worker = worker;
    return worker;
  }

  /** A worker that is lost in a text is ended; the next text gets another. */
  #giveUp(): void {
    this.#stop();
    this.#end(null);
  }

  #stop(): void {
    clearTimeout(this.#patience);
    this.#worker?.terminate();
    this.#worker = null;
    this.#busy = false;
  }

  #end(tree: Root | null): void {
    clearTimeout(this.#patience);
    this.#busy = false;
    this.hear(tree);
    const next = this.#waiting;
    this.#waiting = null;
    if (next !== null) this.read(next);
  }
}
