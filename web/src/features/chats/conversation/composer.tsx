import { ArrowUp, Square } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react';
import { refusal, useAllowed } from '@/app/session';
import { draftOf, keepDraft } from './drafts';
import type { Conversation } from './use-conversation';

interface Props {
  chatId: string;
  conversation: Conversation;
  /** Who replies: stands below the text. */
  choices: ReactNode;
}

/** Where a person writes: Enter sends, Shift and Enter begins a line. */
export function Composer({ chatId, conversation, choices }: Props) {
  const [text, setText] = useState(() => draftOf(chatId));
  const refused = useAllowed('run') === 'refused';
  const { busy, unsent } = conversation;
  const ready = text.trim() !== '' && !busy && !refused;
  // What the server did not take comes back, unless something else stands there by now.
  const [known, setKnown] = useState<string | null>(null);
  if (unsent !== known) {
    setKnown(unsent);
    if (unsent !== null && text === '') setText(unsent);
  }
  useEffect(() => keepDraft(chatId, text), [chatId, text]);

  const send = () => {
    if (!ready) return;
    conversation.say(text.trim());
    setText('');
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
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
      <textarea
        aria-label="Message"
        placeholder={refused ? refusal('run') : 'Ask for something…'}
        disabled={refused}
        value={text}
        rows={1}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
        className="field-sizing-content max-h-[40dvh] min-h-12 w-full resize-none bg-transparent px-4 pt-3 pb-1 text-base outline-none placeholder:text-muted sm:text-sm"
      />
      <div className="flex items-center gap-2 px-2 pb-2">
        <div className="flex min-w-0 flex-1 flex-wrap gap-2">{choices}</div>
        {busy ? (
          <RoundButton label="Stop the reply" icon={Square} onClick={conversation.stop} />
        ) : (
          <RoundButton label="Send" icon={ArrowUp} disabled={!ready} />
        )}
      </div>
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
