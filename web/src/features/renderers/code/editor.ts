import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Annotation, Compartment, EditorState, type Extension, Transaction } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { editorTheme } from './editor-theme';
import { grammarOf } from './languages';
import { type LineEnding, lineEndingOf } from './line-endings';
import { type Marked, marking, offsetOf, withMarks } from './marks';

export interface EditorOptions {
  label: string;
  readOnly: boolean;
  tabIndents: boolean;
  wrap: boolean;
  /** Whether there is room for marks beside the lines. */
  marked?: boolean | undefined;
  onChange: (text: string) => void;
  onSave: () => void;
}

/** An open editor. */
export interface EditorHandle {
  /** Replaces the text, where it is another. */
  show: (text: string) => void;
  /** Highlights by the grammar of this language as soon as that is loaded. */
  speak: (language: string) => void;
  /** The whole text, with the line endings that it came with. */
  text: () => string;
  /** Shows what is wrong, at its lines, in place of what was shown before. */
  mark: (problems: readonly Marked[]) => void;
  /** Puts the cursor there, in sight and with the focus. Both count from 1, columns in characters. */
  goTo: (line: number, column: number) => void;
  /** Puts a text where the cursor is, as if it were typed. */
  insert: (text: string) => void;
  close: () => void;
}

/** Marks a change that the page made, not the person. */
const shown = Annotation.define<boolean>();

/** Opens an editor in a place of the page. */
export function openEditor(parent: HTMLElement, text: string, options: EditorOptions): EditorHandle {
  const grammar = new Compartment();
  const lines = new Compartment();
  let ending = lineEndingOf(text);
  let wanted = 0;
  const read = (state: EditorState) => textOf(state, ending);
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        lines.of(splitting(ending)),
        grammar.of([]),
        furniture(options),
        EditorView.updateListener.of((update) => {
          const typed = update.transactions.some((change) => !change.annotation(shown));
          if (update.docChanged && typed) options.onChange(read(update.state));
        }),
      ],
    }),
  });
  return {
    show(next) {
      if (next === read(view.state)) return;
      ending = lineEndingOf(next);
      view.dispatch({ effects: lines.reconfigure(splitting(ending)) });
      const changes = { from: 0, to: view.state.doc.length, insert: view.state.toText(next) };
      view.dispatch({ changes, annotations: [shown.of(true), Transaction.addToHistory.of(false)] });
    },
    speak(language) {
      wanted += 1;
      const asked = wanted;
      const use = (found: Extension) => {
        if (asked === wanted) view.dispatch({ effects: grammar.reconfigure(found) });
      };
      // Without its grammar a text is as readable as ever.
      grammarOf(language).then(
        (found) => use(found ?? []),
        () => use([]),
      );
    },
    text: () => read(view.state),
    mark: (problems) => view.dispatch(withMarks(view.state, problems)),
    goTo(line, column) {
      const anchor = offsetOf(view.state.doc, line, column);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
      view.focus();
    },
    insert: (typed) => view.dispatch(view.state.replaceSelection(typed)),
    close() {
      wanted += 1;
      view.destroy();
    },
  };
}

/**
 * Where the editor cuts a text into lines. A text with one kind of ending is cut at any and put together with its own;
 * in a mixed one the carriage returns stay characters, so that nothing is changed that was not typed.
 */
function splitting(ending: LineEnding): Extension {
  return ending === 'mixed' ? EditorState.lineSeparator.of('\n') : [];
}

function textOf(state: EditorState, ending: LineEnding): string {
  return state.doc.sliceString(0, undefined, ending === 'mixed' ? '\n' : ending);
}

function furniture({ label, readOnly, tabIndents, wrap, marked, onSave }: EditorOptions): Extension {
  const save = () => {
    onSave();
    return true;
  };
  return [
    lineNumbers(),
    foldGutter(),
    highlightSpecialChars(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    highlightSelectionMatches(),
    search({ top: true }),
    marked ? marking : [],
    wrap ? EditorView.lineWrapping : [],
    readOnly ? EditorState.readOnly.of(true) : [highlightActiveLine(), highlightActiveLineGutter()],
    keymap.of([
      ...(readOnly ? [] : [{ key: 'Mod-s', preventDefault: true, run: save }]),
      ...(tabIndents && !readOnly ? [indentWithTab] : []),
      ...defaultKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
    ]),
    EditorView.contentAttributes.of({
      'aria-label': label,
      tabindex: '0',
      ...(readOnly ? { 'aria-readonly': 'true' } : {}),
    }),
    editorTheme,
  ];
}
