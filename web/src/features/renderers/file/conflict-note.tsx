import { GitCompare } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@/components/button';
import TextDiff from '../diff/text-diff';
import type { Version } from './draft';
import type { Editing } from './use-draft';

/** The file changed while it was edited: shows both, and lets the person choose. Nothing is lost before. */
export function ConflictNote({ path, editing, theirs }: { path: string; editing: Editing; theirs: Version }) {
  const [open, setOpen] = useState(false);
  return (
    <div role="alert" className="flex flex-col gap-3 rounded-lg border border-line bg-warn-soft p-3 text-sm">
      <p>
        <strong className="font-semibold">{path} changed while you edited it.</strong> A call or somebody else
        wrote it. Your text is still here and not saved.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button icon={GitCompare} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide the difference' : 'Show the difference'}
        </Button>
        <Button onClick={editing.keepMine}>Keep mine</Button>
        <Button onClick={editing.takeTheirs}>Take theirs</Button>
      </div>
      {open ? (
        <div className="flex flex-col gap-1">
          <p>From theirs to yours:</p>
          <TextDiff before={theirs.text} after={editing.draft.text} language={path} />
        </div>
      ) : null}
    </div>
  );
}
