import { RefreshCw } from 'lucide-react';
import { IconButton } from '@/components/button';
import { textOf } from '../parts';
import { footButton, MessageFoot } from './message-foot';
import type { MessageProps } from './message-row';
import { CopyText } from './person-message';
import { ReplyEnd } from './reply-end';
import { ReplyFacts } from './reply-facts';
import { ReplyParts } from './reply-parts';

/** What a model wrote: its words, its calls, and how it ended. */
export function Reply({ message, step, last, context }: MessageProps & { last: boolean }) {
  const { conversation, free } = context;
  const writing = last && conversation.busy;
  const text = textOf(message.parts);
  return (
    <article aria-label="Assistant" className="min-w-0">
      <ReplyParts message={message} writing={writing} context={context} />
      {writing ? null : (
        <>
          <ReplyEnd message={message} step={step} last={last} context={context} />
          <MessageFoot step={step} context={context}>
            {text ? <CopyText text={text} /> : null}
            {free && step ? (
              <IconButton
                icon={RefreshCw}
                label="Write it anew"
                className={footButton}
                onClick={() => conversation.writeAnew(message.id)}
              />
            ) : null}
            <ReplyFacts message={step?.message} />
          </MessageFoot>
        </>
      )}
    </article>
  );
}
