import type { Nodes } from 'hast';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MarkdownReader, PATIENCE_MS, type Reader } from './markdown-reader';
import { markdownTree, TooIntricate } from './markdown-tree';

function kinds(node: Nodes): Set<string> {
  const found = new Set<string>([node.type === 'element' ? node.tagName : node.type]);
  if ('children' in node) for (const child of node.children) for (const kind of kinds(child)) found.add(kind);
  return found;
}

describe('a document', () => {
  test('has no HTML of its own, only the text of it', () => {
    const tree = markdownTree('a <b>c</b>\n\n<script>alert(1)</script>\n\n<img src=x onerror=y>');
    expect(kinds(tree)).toEqual(new Set(['root', 'p', 'text']));
    expect(JSON.stringify(tree)).toContain('<script>alert(1)</script>');
  });

  test('with too many parts, or too deep ones, is not drawn', () => {
    expect(() => markdownTree('*a* b '.repeat(7000))).toThrow(TooIntricate);
    expect(() => markdownTree('> '.repeat(150))).toThrow(TooIntricate);
    expect(kinds(markdownTree('> '.repeat(40)))).toContain('blockquote');
  });
});

/** A worker that answers when it is told to. */
class Puppet implements Reader {
  onmessage: Reader['onmessage'] = null;
  onerror: Reader['onerror'] = null;
  readonly asked: string[] = [];
  ended = false;
  postMessage({ text }: { text: string }): void {
    this.asked.push(text);
  }
  terminate(): void {
    this.ended = true;
  }
  answer(): void {
    const data = { tree: { type: 'root', children: [] } };
    this.onmessage?.call(this as unknown as Worker, new MessageEvent('message', { data }));
  }
}

describe('a reader', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function opened() {
    const workers: Puppet[] = [];
    const heard: boolean[] = [];
    const reader = new MarkdownReader(
      (tree) => heard.push(tree !== null),
      () => {
        const worker = new Puppet();
        workers.push(worker);
        return worker;
      },
    );
    return { reader, workers, heard };
  }

  test('skips what was typed over while it read', () => {
    const { reader, workers, heard } = opened();
    for (const text of ['1', '2', '3']) reader.read(text);
    workers[0]?.answer();
    workers[0]?.answer();
    expect(workers[0]?.asked).toEqual(['1', '3']);
    expect(heard).toEqual([true, true]);
    expect(workers).toHaveLength(1);
  });

  test('gives up on a text that takes too long, and goes on with the next', () => {
    const { reader, workers, heard } = opened();
    reader.read('hostile');
    reader.read('harmless');
    vi.advanceTimersByTime(PATIENCE_MS);
    expect(heard).toEqual([false]);
    expect(workers[0]?.ended).toBe(true);
    expect(workers[1]?.asked).toEqual(['harmless']);
    workers[1]?.answer();
    expect(heard).toEqual([false, true]);
  });

  test('says nothing any more once it is closed', () => {
    const { reader, workers, heard } = opened();
    reader.read('1');
    reader.read('2');
    reader.close();
    vi.advanceTimersByTime(PATIENCE_MS);
    expect(workers[0]?.ended).toBe(true);
    expect(heard).toEqual([]);
  });
});
