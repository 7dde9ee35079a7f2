import { Link } from '@tanstack/react-router';
import { Moment } from '@/components/moment';
import { Snippet } from '@/components/snippet';
import type { ListedChat } from '../queries';

/** A chat that says what was looked for: leads to the message that does. */
export function FoundRow({ chat }: { chat: ListedChat }) {
  const { id, title, created_at, found } = chat;
  const message = found?.message_id;
  return (
    <Link
      to="/chats/$chatId"
      params={{ chatId: id }}
      search={message ? { message } : {}}
      className="flex min-w-0 flex-1 flex-col gap-0.5 px-4 py-3 hover:bg-sunken"
    >
      <span className="flex items-center justify-between gap-4">
        <span className="min-w-0 truncate font-medium">
          {found && !message ? <Snippet pieces={found.snippet} /> : title}
        </span>
        <span className="shrink-0 text-sm text-muted">
          <Moment at={created_at} />
        </span>
      </span>
      {found && message ? (
        <span className="line-clamp-2 text-sm break-words text-muted">
          <Snippet pieces={found.snippet} />
        </span>
      ) : null}
    </Link>
  );
}
