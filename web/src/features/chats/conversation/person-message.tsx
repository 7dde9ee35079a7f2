import { Copy, PencilLine } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '@/components/button';
import { TextArea } from '@/components/field';
import { tell, tellProblem } from '@/components/notices';
import { textOf } from '../parts';
import { footButton, MessageFoot } from './message-foot';
import type { MessageProps } from './message-row';

/** What a person said, and the way to say something else in its place. */
export function PersonMessage({ message, step, context }: MessageProps) {
  const [editing, setEditing] = useState(false);
  const { conversation, free } = context;
  const text = textOf(message.parts);
  if (editing) {
    return (
      <Editor
        initial={text}
        onClose={() => setEditing(false)}
        onText={(instead) => {
          setEditing(false);
          conversation.sayInstead(message.id, instead);
        }}
      />
    );
  }
  return (
    <article aria-label="You" className="flex flex-col items-end">
      <p className="max-w-[85%] rounded-2xl rounded-br-md bg-accent-soft px-4 py-2 break-words whitespace-pre-wrap">
        {text}
      </p>
      <MessageFoot step={step} context={context} side="right">
        <CopyText text={text} />
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

interface EditorProps {
  initial: string;
  onClose: () => void;
  onText: (text: string) => void;
}

function Editor({ initial, onClose, onText }: EditorProps) {
  const [text, setText] = useState(initial);
  const empty = text.trim() === '';
  return (
    <form
      aria-label="Edit the message"
      className="ml-auto flex w-full max-w-[85%] flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (!empty) onText(text);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
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
