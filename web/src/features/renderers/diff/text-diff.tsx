import { unifiedMergeView } from '@codemirror/merge';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { useEffect, useRef } from 'react';
import { editorTheme } from '../code/editor-theme';

export interface TextDiffProps {
  before: string;
  after: string;
  /** A language's name or a file's name. */
  language?: string | undefined;
}

export default function TextDiff({ before, after }: TextDiffProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!place.current) return;
    const view = new EditorView({
      parent: place.current,
      doc: after,
      extensions: [
        lineNumbers(),
        EditorState.readOnly.of(true),
        EditorView.contentAttributes.of({ 'aria-label': 'Difference' }),
        editorTheme,
        unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged: {} }),
      ],
    });
    return () => view.destroy();
  }, [before, after]);
  return <div ref={place} className="overflow-hidden rounded-md border border-line" />;
}
