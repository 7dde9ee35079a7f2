import { Link } from '@tanstack/react-router';
import { Ellipsis } from 'lucide-react';
import { IconButton } from '@/components/button';
import { Moment } from '@/components/moment';
import { ChatMenu } from '../acting/chat-menu';
import type { ListedChat } from '../queries';

/** One chat of the list: leads there, and has what can be done with it. */
export function ChatRow({ chat }: { chat: ListedChat }) {
  return (
    <>
      <Link
        to="/chats/$chatId"
        params={{ chatId: chat.id }}
        className="flex min-w-0 flex-1 items-center justify-between gap-4 px-4 py-3 hover:bg-sunken"
      >
        <span className="min-w-0 truncate font-medium">{chat.title}</span>
        <span className="shrink-0 text-sm text-muted">
          <Moment at={chat.created_at} />
        </span>
      </Link>
      <ChatMenu chat={chat}>
        <IconButton icon={Ellipsis} label={`More about ${chat.title}`} />
      </ChatMenu>
    </>
  );
}
