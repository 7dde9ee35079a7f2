import { ArrowUp, Square } from 'lucide-react';
import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react';
import { refusal, useAllowed } from '@/app/session';
import { DropZone } from '@/components/drop-zone';
import { AttachButton } from '../attachments/attach-button';
import { AttachedFiles } from '../attachments/attached-files';
import type { Conversation } from './use-conversation';
import { useDraft } from './use-draft';

interface Props {
  chatId: string;
  conversation: Conversation;
  /** Who replies: stands below the text. */
  choices: ReactNode;
}

/** Where a person writes: Enter sends, Shift and Enter begins a line. */
export function Composer({ chatId, conversation, choices }: Props) {
  const { text, setText, attachments, empty, take } = useDraft(chatId, conversation.unsent);
  const refused = useAllowed('run') === 'refused';
  const { busy } = conversation;
  const ready = !empty && !attachments.reading && !busy && !refused;
  const send = () => {
    if (ready) conversation.say(take());
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const paste = (event: ClipboardEvent) => {
    const { files: pasted, types } = event.clipboardData;
    // What a document copies is a text first, and a picture of it.
    if (pasted.length === 0 || types.includes('text/plain')) return;
    event.preventDefault();
    attachments.add([...pasted]);
  };
  return (
    <form
      aria-label="Say something"
      className="rounded-2xl border border-strong-line bg-surface shadow-sm focus-within:border-accent"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <AttachedFiles {...attachments} />
      <textarea
        aria-label="Message"
        placeholder={refused ? refusal('run') : 'Ask for something…'}
        disabled={refused}
        value={text}
        rows={1}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
        onPaste={paste}
        className="field-sizing-content max-h-[40dvh] min-h-12 w-full resize-none bg-transparent px-4 pt-3 pb-1 text-base outline-none placeholder:text-muted sm:text-sm"
      />
      <div className="flex items-center gap-2 px-2 pb-2">
        <AttachButton disabled={refused} onFiles={attachments.add} />
        <div className="flex min-w-0 flex-1 flex-wrap gap-2">{choices}</div>
        {busy ? (
          <RoundButton label="Stop the reply" icon={Square} onClick={conversation.stop} />
        ) : (
          <RoundButton label="Send" icon={ArrowUp} disabled={!ready} />
        )}
      </div>
      {refused ? null : <DropZone says="Drop to attach" onFiles={attachments.add} />}
    </form>
  );
}

interface RoundProps {
  label: string;
  icon: typeof Square;
  disabled?: boolean;
  /** Without it the button sends the form. */
  onClick?: () => void;
}

function RoundButton({ label, icon: Icon, disabled = false, onClick }: RoundProps) {
  return (
    <button
      type={onClick ? 'button' : 'submit'}
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
      className="inline-flex size-9 shrink-0 items-center justify-center rounded-full bg-accent text-accent-ink transition-colors hover:opacity-90 disabled:bg-sunken disabled:text-muted"
    >
      <Icon aria-hidden size={17} />
    </button>
  );
}
