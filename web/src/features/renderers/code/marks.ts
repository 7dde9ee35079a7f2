import { lintGutter, setDiagnostics } from '@codemirror/lint';
import type { EditorState, Extension, Text, TransactionSpec } from '@codemirror/state';

/** One thing that is wrong with a text. Both count from 1, columns in characters, as the server counts them. */
export interface Marked {
  line: number;
  column: number;
  message: string;
}

/** Room for marks beside the lines. */
export const marking: Extension = lintGutter();

/** Where a place of the server stands in the editor, which counts in UTF-16. What lies outside is brought inside. */
export function offsetOf(doc: Text, line: number, column: number): number {
  const { from, text } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  const before = [...text].slice(0, Math.max(column, 1) - 1).join('');
  return from + before.length;
}

/** A change that shows these marks and no others. Each reaches to the end of its word. */
export function withMarks(state: EditorState, problems: readonly Marked[]): TransactionSpec {
  const diagnostics = problems.map(({ line, column, message }) => {
    const from = offsetOf(state.doc, line, column);
    const rest = state.doc.lineAt(from).text.slice(from - state.doc.lineAt(from).from);
    const word = /^[^\s,:\]}]*/.exec(rest)?.[0].length ?? 0;
    return { from, to: from + Math.max(word, rest ? 1 : 0), severity: 'error' as const, message };
  });
  return setDiagnostics(state, diagnostics);
}
