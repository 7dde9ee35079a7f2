import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { tell, tellProblem } from '@/components/notices';
import { useFileWriter } from '../queries';
import { arrived, begin, type Draft, isChanged, keepMine, takeTheirs, typed, type Version } from './draft';

export interface Editing {
  draft: Draft;
  changed: boolean;
  saving: boolean;
  type: (text: string) => void;
  save: () => void;
  revert: () => void;
  keepMine: () => void;
  takeTheirs: () => void;
}

/** Edits a file: the text is the person's until it is saved, and a save never replaces what they have not seen. */
export function useDraft(chatId: string, path: string, present: Version): Editing {
  const [draft, setDraft] = useState(() => begin(present));
  const files = useFileWriter(chatId, path);
  const { text, etag } = present;
  useEffect(() => setDraft((draft) => arrived(draft, { text, etag })), [text, etag]);

  const undo = useMutation({
    mutationFn: ({ back, instead }: { back: string; instead: string | null }) => files.write(back, instead),
    onSuccess: () => tell(`${path} is as it was`),
    onError: tellProblem,
  });
  const save = useMutation({
    mutationFn: (draft: Draft) => files.write(draft.text, draft.base.etag),
    onSuccess: (written, draft) => {
      setDraft((now) => ({ ...now, base: { text: draft.text, etag: written.etag }, theirs: null }));
      const run = () => undo.mutate({ back: draft.base.text, instead: written.etag });
      tell(`${path} saved`, { label: 'Undo', run });
    },
    onError: (error) => {
      // Somebody was faster: what they wrote is fetched, and both are shown.
      if (files.isConflict(error)) void files.refresh();
      else tellProblem(error);
    },
  });
  const setAside = (before: Draft, after: Draft, said: string) => {
    setDraft(after);
    const run = () => setDraft((now) => typed(now, before.text));
    tell(said, { label: 'Undo', run });
  };
  const changed = isChanged(draft);
  return {
    draft,
    changed,
    saving: save.isPending,
    type: (text) => setDraft((draft) => typed(draft, text)),
    save: () => {
      if (changed && !save.isPending) save.mutate(draft);
    },
    revert: () => setAside(draft, begin(draft.base), 'Changes taken back'),
    keepMine: () => setDraft(keepMine),
    takeTheirs: () => setAside(draft, takeTheirs(draft), 'Your text was put aside'),
  };
}
