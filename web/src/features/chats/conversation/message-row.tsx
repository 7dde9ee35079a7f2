import type { Step } from '../branches';
import { textOf } from '../parts';
import type { CallSummary, Message } from '../queries';
import type { MessageContext } from './message-context';
import type { ChatMessage } from './messages';
import { OwnCalls } from './own-calls';
import { PersonMessage } from './person-message';
import { Reply } from './reply';

export interface MessageProps {
  message: ChatMessage;
  /** Its place in the tree, once it is recorded. */
  step: Step<Message> | undefined;
  context: MessageContext;
}

interface Props extends MessageProps {
  /** The calls that hang on it, if a person made them. */
  own: readonly CallSummary[];
  last: boolean;
}

/** One message of the active branch, by who it is of. */
export function MessageRow({ own, last, ...props }: Props) {
  const { message, step } = props;
  switch (message.role) {
    case 'user':
      return <PersonMessage {...props} />;
    case 'assistant':
      return <Reply {...props} last={last} />;
    case 'system':
      if (step?.message.role === 'tool') return <OwnCalls {...props} calls={own} />;
      return <p className="text-sm break-words whitespace-pre-wrap text-muted">{textOf(message.parts)}</p>;
  }
}
