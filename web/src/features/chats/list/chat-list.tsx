import type { ReactNode } from 'react';
import { Button } from '@/components/button';
import { counted } from '@/components/counted';
import { ProblemNote } from '@/components/problem-note';
import { SkeletonRows } from '@/components/skeleton';
import { type ListedChat, useChats, type Which } from '../queries';

interface Props {
  which: Which;
  /** What stands where there are none. */
  empty: ReactNode;
  row: (chat: ListedChat) => ReactNode;
}

/** Chats, newest first, a page at a time. */
export function ChatList({ which, empty, row }: Props) {
  const chats = useChats(which);
  if (chats.isPending) return <SkeletonRows />;
  const items = chats.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      {chats.error ? <ProblemNote error={chats.error} retry={() => void chats.refetch()} /> : null}
      {chats.isSuccess && items.length === 0 ? empty : null}
      {which.q ? (
        <p role="status" className="sr-only">
          {counted(items.length, 'chat')} found{chats.hasNextPage ? ', and there are more' : ''}
        </p>
      ) : null}
      <ul
        aria-label="Chats"
        className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface empty:hidden"
      >
        {items.map((chat) => (
          <li key={chat.id} className="flex items-center gap-2 pr-2">
            {row(chat)}
          </li>
        ))}
      </ul>
      {chats.hasNextPage ? (
        <Button busy={chats.isFetchingNextPage} onClick={() => void chats.fetchNextPage()}>
          Older chats
        </Button>
      ) : null}
    </>
  );
}
