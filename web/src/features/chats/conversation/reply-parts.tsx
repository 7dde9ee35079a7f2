import { useMemo } from 'react';
import { MarkdownText } from '@/features/renderers';
import { ToolCall } from '../tool-call/tool-call';
import type { MessageContext } from './message-context';
import type { ChatMessage } from './messages';
import { Summary } from './summary';
import { turnsIn } from './turns';

interface Props {
  message: ChatMessage;
  writing: boolean;
  context: MessageContext;
}

/** What a reply consists of, in the order in which it was written. */
export function ReplyParts({ message, writing, context }: Props) {
  const { chatId, calls, below, detailed, conversation } = context;
  const end = message.parts.length - 1;
  const turns = useMemo(() => turnsIn(message.parts), [message.parts]);
  const nested = { chatId, calls, below, turns, saying: conversation.saying };
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {message.parts.map((part, at) => {
        const key = `${part.type} ${at}`;
        switch (part.type) {
          case 'text':
            return <MarkdownText key={key} text={part.text} chatId={chatId} />;
          case 'reasoning':
            return <Thought key={key} text={part.text} open={writing && at === end} />;
          case 'data-summary':
            return <Summary key={key} data={'data' in part ? part.data : null} writing={writing} />;
          case 'dynamic-tool':
            return (
              <ToolCall
                key={part.toolCallId}
                part={part}
                call={calls.get(part.toolCallId)}
                nested={nested}
                detailed={detailed}
                onDecide={conversation.decide}
              />
            );
          default:
            return null;
        }
      })}
      {writing ? <Writing /> : null}
    </div>
  );
}

/** What a model thought before it spoke; open only while it thinks. */
function Thought({ text, open }: { text: string; open: boolean }) {
  if (text.trim() === '') return null;
  return (
    <details open={open} className="text-sm text-muted">
      <summary className="cursor-pointer select-none">{open ? 'Thinking…' : 'Thought'}</summary>
      <p className="mt-1 border-l-2 border-line pl-3 break-words whitespace-pre-wrap">{text}</p>
    </details>
  );
}

/** Says that more is to come. */
export function Writing() {
  return (
    <span role="status" aria-label="The reply is being written" className="flex gap-1 py-1.5">
      {[0, 150, 300].map((delay) => (
        <span
          key={delay}
          aria-hidden
          className="size-1.5 rounded-full bg-accent motion-safe:animate-pulse"
          style={{ animationDelay: `${delay}ms` }}
        />
      ))}
    </span>
  );
}
