import { Copy, PencilLine } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '@/components/button';
import { tell, tellProblem } from '@/components/notices';
import { MessageFiles } from '../attachments/message-files';
import { textOf } from '../parts';
import { MessageEditor } from './message-editor';
import { footButton, MessageFoot } from './message-foot';
import type { MessageProps } from './message-row';
import { filesOf } from './messages';
import { PersonText } from './person-text';

/** What a person said, and the way to say something else in its place. */
export function PersonMessage({ message, step, context }: MessageProps) {
  const [editing, setEditing] = useState(false);
  const { chatId, conversation, free } = context;
  const text = textOf(message.parts);
  const files = filesOf(message);
  const manifest = step?.message.manifest_id ?? undefined;
  if (editing) {
    return (
      <MessageEditor
        initial={text}
        files={files}
        onClose={() => setEditing(false)}
        onSend={(instead, kept) => {
          setEditing(false);
          conversation.sayInstead(message.id, { text: instead, files: kept });
        }}
      />
    );
  }
  return (
    <article aria-label="You" className="flex flex-col items-end">
      {files.length > 0 ? <MessageFiles chatId={chatId} files={files} manifest={manifest} /> : null}
      {text ? <PersonText text={text} /> : null}
      <MessageFoot step={step} context={context} side="right">
        {text ? <CopyText text={text} /> : null}
        {free && step ? (
          <IconButton
            icon={PencilLine}
            label="Edit and send again"
            className={footButton}
            onClick={() => setEditing(true)}
          />
        ) : null}
      </MessageFoot>
    </article>
  );
}

/** Copies what a message says. */
export function CopyText({ text }: { text: string }) {
  const copy = () => void navigator.clipboard.writeText(text).then(() => tell('Copied.'), tellProblem);
  return <IconButton icon={Copy} label="Copy the text" className={footButton} onClick={copy} />;
}
