import { Link } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, FolderClock } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '@/components/button';
import { classNames } from '@/components/class-names';
import { Moment } from '@/components/moment';
import type { Step } from '../branches';
import type { Message } from '../queries';
import type { MessageContext } from './message-context';
import { MessageMenu } from './message-menu';

interface Props {
  step: Step<Message> | undefined;
  context: MessageContext;
  /** Whose message it is decides on which side its foot stands. */
  side?: 'left' | 'right';
  children?: ReactNode;
}

export const footButton = '!size-7';

/** Below a message: what can be done with it, the branches beside it, and when it was. */
export function MessageFoot({ step, context, side = 'left', children }: Props) {
  return (
    <footer
      className={classNames(
        'mt-1 flex min-h-7 flex-wrap items-center gap-x-1 text-xs text-muted',
        side === 'right' && 'justify-end',
      )}
    >
      {children}
      {step && step.siblings.length > 1 ? <BranchArrows step={step} {...context} /> : null}
      {step?.message.manifest_id ? (
        <Link
          to="/chats/$chatId/workspace"
          params={{ chatId: step.message.chat_id }}
          search={{ manifest: step.message.manifest_id }}
          title="The files as they were then"
          aria-label="Files then"
          className="inline-flex size-7 items-center justify-center rounded-md hover:bg-sunken hover:text-ink"
        >
          <FolderClock aria-hidden size={15} />
        </Link>
      ) : null}
      {step && context.may ? <MessageMenu message={step.message.id} {...context} /> : null}
      {step ? (
        <span className="px-1">
          <Moment at={step.message.created_at} />
        </span>
      ) : null}
    </footer>
  );
}

function BranchArrows({
  step,
  movable,
  onGoTo,
}: { step: Step<Message> } & Pick<MessageContext, 'movable' | 'onGoTo'>) {
  const { siblings, index } = step;
  const before = siblings[index - 1];
  const after = siblings[index + 1];
  return (
    <fieldset className="flex items-center" disabled={!movable}>
      <legend className="sr-only">Branches</legend>
      <IconButton
        icon={ChevronLeft}
        label="Earlier branch"
        className={footButton}
        disabled={!before}
        onClick={() => before && onGoTo(before.id)}
      />
      <span className="tabular-nums">
        {index + 1} of {siblings.length}
      </span>
      <IconButton
        icon={ChevronRight}
        label="Later branch"
        className={footButton}
        disabled={!after}
        onClick={() => after && onGoTo(after.id)}
      />
    </fieldset>
  );
}
