import type { ReactNode } from 'react';
import CodeEditor from '../code/code-editor';
import { FileBar } from './file-bar';
import type { FileRef } from './file-ref';
import { SideBySide } from './side-by-side';
import { TextFacts } from './text-facts';

interface Props {
  file: FileRef;
  text: string;
  language: string;
  /** Ways of looking at the file. */
  views?: ReactNode;
  /** What stands beside the text. */
  beside?: ((text: string) => ReactNode) | undefined;
  /** Whether the text itself is shown. */
  editor?: boolean;
}

/** A text file to be read. */
export function ReadOnlyText({ file, text, language, views, beside, editor = true }: Props) {
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <FileBar file={file} views={views} facts={<TextFacts text={text} />} />
      <SideBySide>
        {editor ? (
          <CodeEditor
            value={text}
            language={language}
            readOnly
            wrap={language === 'markdown'}
            label={file.path}
          />
        ) : null}
        {beside?.(text)}
      </SideBySide>
    </div>
  );
}
