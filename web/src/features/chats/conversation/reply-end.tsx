import { CirclePause, CircleX, Play, PlugZap } from 'lucide-react';
import { Button } from '@/components/button';
import { factsOf } from './facts';
import type { MessageProps } from './message-row';

interface Ending {
  icon: typeof Play;
  tone: string;
  says: string;
}

const endings: Record<string, Ending> = {
  stopped: { icon: CirclePause, tone: 'bg-sunken', says: 'It was stopped here.' },
  failed: { icon: CircleX, tone: 'bg-bad-soft', says: 'The reply could not be written to its end.' },
  interrupted: {
    icon: PlugZap,
    tone: 'bg-warn-soft',
    says: 'The server ended while this was written. What ran is above; nothing of it runs twice.',
  },
};

/** Says that a reply is not whole, and lets it go on where it is the last one. */
export function ReplyEnd({ message, step, last, context }: MessageProps & { last: boolean }) {
  const { conversation, free } = context;
  const facts = factsOf(step?.message);
  const ending = endings[facts?.status ?? message.metadata?.status ?? ''];
  if (!ending) return null;
  const { icon: Icon, tone, says } = ending;
  return (
    <div
      role="note"
      aria-label="The reply is not whole"
      className={`mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line px-3 py-2 text-sm ${tone}`}
    >
      <Icon aria-hidden size={16} className="shrink-0" />
      <span className="min-w-0 flex-1 basis-48 break-words">{sentence(facts?.error ?? says)}</span>
      {last && free ? (
        <Button icon={Play} onClick={conversation.goOn}>
          Go on
        </Button>
      ) : null}
    </div>
  );
}

/** As a sentence begins. */
function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
