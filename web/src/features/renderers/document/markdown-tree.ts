import type { Nodes, Root } from 'hast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

/** The most parts a drawn document has, and how deep they are in each other. */
const PARTS_MAX = 20_000;
const DEPTH_MAX = 100;

/** A document that cannot be drawn in reasonable time. */
export class TooIntricate extends Error {}

/**
 * A Markdown document as a tree of elements. HTML in it stays the text that it is; addresses are not checked yet.
 *
 * For a hostile text this may take minutes: it belongs into a worker.
 */
export function markdownTree(text: string): Root {
  const reader = unified()
    .use(remarkParse)
    .use(remarkGfm)
    // HTML is kept only to be made a text below; left out, it would be missing without a word.
    .use(remarkRehype, { allowDangerousHtml: true });
  const tree = reader.runSync(reader.parse(text));
  let parts = 0;
  const waiting: { node: Nodes; depth: number }[] = [{ node: tree, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    parts += 1;
    if (parts > PARTS_MAX || depth > DEPTH_MAX) throw new TooIntricate('the document has too many parts');
    if (!('children' in node)) continue;
    node.children = (node.children as Nodes[]).map(asText) as typeof node.children;
    for (const child of node.children) waiting.push({ node: child, depth: depth + 1 });
  }
  return tree;
}

function asText(node: Nodes): Nodes {
  return node.type === 'raw' ? { type: 'text', value: node.value } : node;
}
