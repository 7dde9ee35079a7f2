import { Save, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { LeaveGuard } from '@/components/leave-guard';
import CodeEditor from '../code/code-editor';
import { ConflictNote } from './conflict-note';
import { FileBar } from './file-bar';
import type { FileRef } from './file-ref';
import { SideBySide } from './side-by-side';
import { TextFacts } from './text-facts';
import { useDraft } from './use-draft';

interface Props {
  file: FileRef;
  text: string;
  etag: string | null;
  /** A language's name or a file's name. */
  language: string;
  /** Ways of looking at the file. */
  views?: ReactNode;
  /** What stands beside the editor, made of the text as it is typed. */
  beside?: ((text: string) => ReactNode) | undefined;
  /** Whether the editor itself is shown. */
  editor?: boolean;
}

/** A text file in an editor that saves. */
export function TextFile({ file, text, etag, language, views, beside, editor = true }: Props) {
  const editing = useDraft(file.chatId, file.path, { text, etag });
  const { draft, changed, saving } = editing;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <FileBar
        file={file}
        views={views}
        facts={<TextFacts text={draft.text} />}
        actions={
          <>
            {changed ? <Badge tone="warn">not saved</Badge> : null}
            {changed ? (
              <Button look="quiet" icon={Undo2} onClick={editing.revert}>
                Revert
              </Button>
            ) : null}
            <Button look="primary" icon={Save} busy={saving} disabled={!changed} onClick={editing.save}>
              Save
            </Button>
          </>
        }
      />
      {draft.theirs ? <ConflictNote path={file.path} editing={editing} theirs={draft.theirs} /> : null}
      <SideBySide>
        {editor ? (
          <CodeEditor
            value={draft.text}
            onChange={editing.type}
            onSave={editing.save}
            language={language}
            tabIndents
            wrap={language === 'markdown'}
            label={file.path}
          />
        ) : null}
        {beside?.(draft.text)}
      </SideBySide>
      <LeaveGuard active={changed} what={file.path} keptBy="address" />
    </div>
  );
}
