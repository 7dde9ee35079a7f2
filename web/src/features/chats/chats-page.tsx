import { Link, useNavigate } from '@tanstack/react-router';
import { MessagesSquare, Plus } from 'lucide-react';
import { Button } from '@/components/button';
import { Empty } from '@/components/empty';
import { Moment } from '@/components/moment';
import { tellProblem } from '@/components/notices';
import { Page } from '@/components/page';
import { ProblemNote } from '@/components/problem-note';
import { SkeletonRows } from '@/components/skeleton';
import { useChats, useCreateChat } from './queries';

/** Every chat, newest first. */
export function ChatsPage() {
  const chats = useChats();
  const create = useCreateChat();
  const navigate = useNavigate();
  const begin = () =>
    create.mutate('', {
      onSuccess: ({ id }) => void navigate({ to: '/chats/$chatId', params: { chatId: id } }),
      onError: tellProblem,
    });
  const items = chats.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <Page
      title="Chats"
      about="Each chat has a tree of messages and a workspace of its own: go back to any of them, and the files go along."
      actions={
        <Button look="primary" icon={Plus} busy={create.isPending} onClick={begin}>
          New chat
        </Button>
      }
    >
      {chats.isPending ? <SkeletonRows /> : null}
      {chats.error ? <ProblemNote error={chats.error} retry={() => void chats.refetch()} /> : null}
      {chats.isSuccess && items.length === 0 ? (
        <Empty icon={MessagesSquare} title="No chats yet">
          Begin one to have a model work with your tools. Calling a tool without naming a chat begins one as
          well.
        </Empty>
      ) : null}
      <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface empty:hidden">
        {items.map((chat) => (
          <li key={chat.id}>
            <Link
              to="/chats/$chatId"
              params={{ chatId: chat.id }}
              className="flex items-center justify-between gap-4 px-4 py-3 hover:bg-sunken"
            >
              <span className="min-w-0 truncate font-medium">{chat.title}</span>
              <span className="shrink-0 text-sm text-muted">
                <Moment at={chat.created_at} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {chats.hasNextPage ? (
        <Button busy={chats.isFetchingNextPage} onClick={() => void chats.fetchNextPage()}>
          Older chats
        </Button>
      ) : null}
    </Page>
  );
}
