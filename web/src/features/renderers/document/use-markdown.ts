import type { Root } from 'hast';
import { useEffect, useRef, useState } from 'react';
import { MarkdownReader } from './markdown-reader';

/** A document as it was last read: its tree, `intricate` where that took too long, `null` before the first. */
export type Reading = { tree: Root } | 'intricate' | null;

/** Reads a Markdown document apart from the page, which goes on meanwhile and shows what was read before. */
export function useMarkdown(text: string): Reading {
  const [reading, setReading] = useState<Reading>(null);
  const reader = useRef<MarkdownReader | null>(null);
  useEffect(() => {
    const opened = new MarkdownReader(
      (tree) => setReading(tree ? { tree } : 'intricate'),
      () => new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' }),
    );
    reader.current = opened;
    return () => opened.close();
  }, []);
  useEffect(() => reader.current?.read(text), [text]);
  return reading;
}
