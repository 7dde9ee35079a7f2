import { getChunks, goToNextChunk, goToPreviousChunk, MergeView, unifiedMergeView } from '@codemirror/merge';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { editorTheme } from '../code/editor-theme';
import { grammarOf } from '../code/languages';
import { diffTheme } from './diff-theme';

export type Layout = 'unified' | 'side-by-side';

/** Two texts, compared. */
export interface DiffHandle {
  /** How many stretches differ. */
  changes: number;
  /** Highlights both by the grammar of this language. */
  speak: (language: string) => void;
  /** Goes to the next stretch that differs, or the one before. */
  go: (to: 'next' | 'previous') => void;
  close: () => void;
}

/** How much of what is alike stays around each change, and from how many lines on the rest is folded away. */
const collapseUnchanged = { margin: 3, minSize: 6 };
/** Beyond this a comparison is coarse rather than late. */
const diffConfig = { scanLimit: 5000, timeout: 300 };

/** Opens a comparison in a place of the page. */
export function openDiff(parent: HTMLElement, before: string, after: string, layout: Layout): DiffHandle {
  const grammar = new Compartment();
  const opened = layout === 'unified' ? unified : sideBySide;
  const { views, main, close } = opened(parent, before, after, grammar);
  let open = true;
  return {
    changes: getChunks(main.state)?.chunks.length ?? 0,
    speak(language) {
      const use = (found: Extension) => {
        if (open) for (const view of views) view.dispatch({ effects: grammar.reconfigure(found) });
      };
      grammarOf(language).then(
        (found) => use(found ?? []),
        () => use([]),
      );
    },
    go(to) {
      const move = to === 'next' ? goToNextChunk : goToPreviousChunk;
      move(main);
    },
    close() {
      open = false;
      close();
    },
  };
}

interface Opened {
  views: EditorView[];
  main: EditorView;
  close: () => void;
}

function unified(parent: HTMLElement, before: string, after: string, grammar: Compartment): Opened {
  const merge = unifiedMergeView({
    original: before,
    mergeControls: false,
    gutter: true,
    collapseUnchanged,
    diffConfig,
  });
  const extensions = [furniture('Difference', grammar), merge];
  const main = new EditorView({ parent, doc: after, extensions });
  return { views: [main], main, close: () => main.destroy() };
}

function sideBySide(parent: HTMLElement, before: string, after: string, grammar: Compartment): Opened {
  const merge = new MergeView({
    parent,
    a: { doc: before, extensions: furniture('Before', grammar) },
    b: { doc: after, extensions: furniture('After', grammar) },
    collapseUnchanged,
    diffConfig,
  });
  return { views: [merge.a, merge.b], main: merge.b, close: () => merge.destroy() };
}

function furniture(label: string, grammar: Compartment): Extension {
  return [
    lineNumbers(),
    drawSelection(),
    grammar.of([]),
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', tabindex: '0' }),
    EditorView.lineWrapping,
    keymap.of([
      { key: 'F7', run: goToNextChunk, preventDefault: true },
      { key: 'Shift-F7', run: goToPreviousChunk, preventDefault: true },
    ]),
    editorTheme,
    diffTheme,
  ];
}
