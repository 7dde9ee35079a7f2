import { useEffect, useState } from 'react';
import { pathOf } from '../attachments/attachments';
import { useAttachments } from '../attachments/use-attachments';
import { draftOf, keepDraft } from './drafts';
import type { Said } from './use-conversation';

/** What is being written in a chat. What the server did not take comes back, unless something else stands there by now. */
export function useDraft(chatId: string, unsent: Said | null) {
  const [text, setText] = useState(() => draftOf(chatId));
  const attachments = useAttachments();
  const empty = text.trim() === '' && attachments.files.length === 0;
  const [known, setKnown] = useState<Said | null>(null);
  if (unsent !== known) {
    setKnown(unsent);
    if (unsent !== null && empty) {
      setText(unsent.text);
      // What a message that was edited has in the workspace, it still has.
      attachments.put(unsent.files.filter((part) => pathOf(part) === null));
    }
  }
  useEffect(() => keepDraft(chatId, text), [chatId, text]);
  /** Takes it away, to be said. */
  const take = (): Said => {
    setText('');
    attachments.clear();
    return { text: text.trim(), files: attachments.files.map(({ part }) => part) };
  };
  return { text, setText, attachments, empty, take };
}
