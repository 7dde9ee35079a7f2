import { markdownTree } from './markdown-tree';

/** What the page asks for. */
export interface Question {
  text: string;
}

/** What it is told: the tree, or `null` where the document cannot be drawn. */
export interface Answer {
  tree: ReturnType<typeof markdownTree> | null;
}

self.onmessage = ({ data }: MessageEvent<Question>) => {
  self.postMessage(answer(data.text));
};

function answer(text: string): Answer {
  try {
    return { tree: markdownTree(text) };
  } catch {
    // Too intricate, or so deeply nested that the stack did not suffice.
    return { tree: null };
  }
}
