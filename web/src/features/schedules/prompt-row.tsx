import { Link } from '@tanstack/react-router';
import { CalendarClock, Trash2, Webhook } from 'lucide-react';
import { useState } from 'react';
import { useAllowed } from '@/app/session';
import { IconButton } from '@/components/button';
import { Confirm } from '@/components/confirm';
import { Moment } from '@/components/moment';
import { type Prompt, useDeletePrompt } from './queries';

const fromSchedule = { icon: CalendarClock, word: 'from its schedule' };
const sources: Record<string, typeof fromSchedule> = {
  cron: fromSchedule,
  webhook: { icon: Webhook, word: 'from its webhook' },
};
/** Texts longer than this are folded. */
const FOLDED_FROM = 280;

/** One prompt: what it says, where it is from, and since when it stands where it does. */
export function PromptRow({ prompt }: { prompt: Prompt }) {
  const { tool_id, call_id, text, source, status, created_at, taken_at, done_at } = prompt;
  const { icon: Icon, word } = sources[source] ?? fromSchedule;
  const moved = status === 'done' ? done_at : status === 'taken' ? taken_at : null;
  return (
    <li className="flex items-start gap-3 px-4 py-3">
      <Icon aria-hidden size={16} className="mt-0.5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <Words text={text} />
        <p className="mt-1 text-xs text-muted">
          <Link
            to="/tools/$toolId"
            params={{ toolId: tool_id }}
            className="font-mono break-all hover:underline"
          >
            {tool_id}
          </Link>
          {', '}
          {word}, <Moment at={created_at} />
          {moved ? (
            <>
              {`; ${status} `}
              <Moment at={moved} />
            </>
          ) : null}
          {' · '}
          <Link to="/calls/$callId" params={{ callId: call_id }} className="text-accent underline">
            its call
          </Link>
        </p>
      </div>
      <Delete prompt={prompt} />
    </li>
  );
}

function Words({ text }: { text: string }) {
  if (text.length <= FOLDED_FROM) return <p className="text-sm break-words whitespace-pre-wrap">{text}</p>;
  return (
    <details className="text-sm">
      <summary className="line-clamp-3 cursor-pointer break-words">{text.slice(0, FOLDED_FROM)}…</summary>
      <p className="mt-2 break-words whitespace-pre-wrap">{text}</p>
    </details>
  );
}

function Delete({ prompt }: { prompt: Prompt }) {
  const [asking, setAsking] = useState(false);
  const remove = useDeletePrompt();
  if (useAllowed('admin') === 'refused') return null;
  return (
    <>
      <IconButton
        icon={Trash2}
        label={`Delete this prompt of ${prompt.tool_id}`}
        onClick={() => setAsking(true)}
      />
      {asking ? (
        <Confirm
          open
          onOpenChange={setAsking}
          title="Delete this prompt?"
          action="Delete"
          busy={remove.isPending}
          onConfirm={() => remove.mutate(prompt.id, { onSettled: () => setAsking(false) })}
        >
          {prompt.status === 'done' ? 'It is taken off the list.' : 'No agent reads it then.'} The call that
          left it stays in the record.
        </Confirm>
      ) : null}
    </>
  );
}
