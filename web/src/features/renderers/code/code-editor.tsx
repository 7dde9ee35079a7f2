import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { type EditorHandle, openEditor } from './editor';
import type { Marked } from './marks';

/** An editor that others lead to. */
export interface CodeEditorHandle {
  /** Puts the cursor there, in sight and with the focus. Both count from 1, columns in characters. */
  goTo: (line: number, column: number) => void;
}

export interface CodeEditorProps {
  ref?: Ref<CodeEditorHandle> | undefined;
  value: string;
  /** Told the whole text at each change, with the line endings that `value` came with. */
  onChange?: ((value: string) => void) | undefined;
  /** A language's name such as `python`, or a file's name. Plain text when left out or not known. */
  language?: string | undefined;
  readOnly?: boolean | undefined;
  /** What the text is, for screen readers. */
  label: string;
  /** Ctrl+S. */
  onSave?: (() => void) | undefined;
  /** Whether Tab indents. Then Escape and Tab leave the editor. Elsewhere Tab goes on to the next field. */
  tabIndents?: boolean | undefined;
  /** Whether long lines are broken. */
  wrap?: boolean | undefined;
  /** What is wrong with the text, shown at its lines. */
  problems?: readonly Marked[] | undefined;
  /** CSS, such as `20rem`. The editor grows with its text up to this. */
  maxHeight?: string | undefined;
}

export default function CodeEditor(props: CodeEditorProps) {
  const { ref, value, problems, language = 'text', label, maxHeight = 'var(--view-max, 36rem)' } = props;
  const marked = problems !== undefined;
  const { readOnly = false, tabIndents = false, wrap = false } = props;
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorHandle | null>(null);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    if (!place.current) return;
    const opened = openEditor(place.current, latest.current.value, {
      label,
      readOnly,
      tabIndents,
      wrap,
      marked,
      onChange: (text) => latest.current.onChange?.(text),
      onSave: () => latest.current.onSave?.(),
    });
    editor.current = opened;
    return () => {
      editor.current = null;
      opened.close();
    };
  }, [label, readOnly, tabIndents, wrap, marked]);

  useImperativeHandle(ref, () => ({ goTo: (line, column) => editor.current?.goTo(line, column) }), []);
  useEffect(() => editor.current?.show(value), [value]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: an editor that is opened anew needs its marks anew
  useEffect(
    () => editor.current?.mark(problems ?? []),
    [problems, label, readOnly, tabIndents, wrap, marked],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: an editor that is opened anew needs its grammar anew
  useEffect(() => editor.current?.speak(language), [language, label, readOnly, tabIndents, wrap, marked]);

  return (
    <div
      ref={place}
      style={{ '--editor-max': maxHeight } as React.CSSProperties}
      className="overflow-hidden rounded-md border border-line [&_.cm-editor]:max-h-(--editor-max)"
    />
  );
}
