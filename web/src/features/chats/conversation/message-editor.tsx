import { useState } from 'react';
import { Button } from '@/components/button';
import { TextArea } from '@/components/field';
import { type FilePart, nameOf } from '../attachments/attachments';
import { FileChip } from '../attachments/file-chip';

interface Props {
  initial: string;
  files: readonly FilePart[];
  onClose: () => void;
  /** Sends another text with the files that are left. */
  onSend: (text: string, kept: readonly FilePart[]) => void;
}

/** Where a message is written again. */
export function MessageEditor({ initial, files, onClose, onSend }: Props) {
  const [text, setText] = useState(initial);
  const [kept, setKept] = useState(files);
  const empty = text.trim() === '' && kept.length === 0;
  return (
    <form
      aria-label="Edit the message"
      className="ml-auto flex w-full max-w-[85%] flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!empty) onSend(text.trim(), kept);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <ul aria-label="Attached files" className="flex flex-wrap justify-end gap-2 empty:hidden">
        {kept.map((part, at) => (
          <FileChip
            // biome-ignore lint/suspicious/noArrayIndexKey: two files can be called the same
            key={`${at} ${part.url}`}
            name={nameOf(part)}
            mediaType={part.mediaType}
            size={part.size}
            onRemove={() => setKept(kept.filter((one) => one !== part))}
          />
        ))}
      </ul>
      <TextArea
        autoFocus
        aria-label="Message"
        rows={Math.min(12, text.split('\n').length + 1)}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className="!font-sans"
      />
      <div className="flex items-center justify-end gap-2">
        <span className="mr-auto text-xs text-muted">What was said stays, on a branch of its own.</span>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" disabled={empty}>
          Send
        </Button>
      </div>
    </form>
  );
}
