import { EditorView } from '@codemirror/view';

/** What was there before is on red, what is there now on green; what changed inside of a line is underlined. */
export const diffTheme = EditorView.theme({
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'var(--bad-soft)' },
  '&.cm-merge-b .cm-changedLine, .cm-insertedLine, &.cm-merge-b .cm-insertedLine': {
    backgroundColor: 'var(--good-soft)',
  },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    background: 'none',
    boxShadow: 'inset 0 -2px 0 var(--bad)',
  },
  '&.cm-merge-b .cm-changedText': { background: 'none', boxShadow: 'inset 0 -2px 0 var(--good)' },
  '&.cm-merge-b .cm-deletedText': { background: 'none', boxShadow: 'inset 0 -2px 0 var(--bad)' },
  '.cm-deletedChunk': { paddingLeft: '6px' },
  '&.cm-merge-a .cm-changedLineGutter, .cm-deletedLineGutter': { background: 'var(--bad)' },
  '&.cm-merge-b .cm-changedLineGutter': { background: 'var(--good)' },
  '.cm-collapsedLines': {
    background: 'var(--sunken)',
    color: 'var(--muted)',
    fontFamily: 'var(--font-sans)',
    padding: '2px 8px',
  },
});
