import { getRouteApi, Link } from '@tanstack/react-router';
import { isMissing, NotThere } from '@/components/not-there';
import { Page } from '@/components/page';
import { SkeletonRows } from '@/components/skeleton';
import { ChatRoom } from './chat-room';
import { useChat } from './queries';

const route = getRouteApi('/chats/$chatId');

/** One chat: the conversation on its active branch, with what its model has at hand. */
export function ChatPage() {
  const { chatId } = route.useParams();
  const chat = useChat(chatId);
  if (chat.data && !isMissing(chat.error)) return <ChatRoom key={chatId} chat={chat.data} />;
  return (
    <Page title="Chat" trail={<Trail />}>
      {chat.error ? (
        <NotThere error={chat.error} what="chat" retry={() => void chat.refetch()}>
          It may be of another Pegboard. All that were begun here stand under{' '}
          <Link to="/chats" className="text-accent underline">
            Chats
          </Link>
          .
        </NotThere>
      ) : (
        <SkeletonRows />
      )}
    </Page>
  );
}

function Trail() {
  return (
    <Link to="/chats" className="underline">
      Chats
    </Link>
  );
}
