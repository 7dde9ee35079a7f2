import { getRouteApi, Link } from '@tanstack/react-router';
import { FolderTree, MessageSquarePlus, PencilLine } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';
import { Empty } from '@/components/empty';
import { LinkButton } from '@/components/link-button';
import { isMissing, NotThere } from '@/components/not-there';
import { Page } from '@/components/page';
import { SkeletonRows } from '@/components/skeleton';
import { TextDialog } from '@/components/text-dialog';
import { Branches } from './branches';
import { ChestCard } from './chest/chest-card';
import { MessageList } from './message-list';
import { type CallSummary, useChat, useChatCalls, useGoTo, useRename } from './queries';
import { titleFault } from './titles';

const route = getRouteApi('/chats/$chatId');

/** One chat: the way to its active leaf, with the calls on it and the branches beside it. */
export function ChatPage() {
  const { chatId } = route.useParams();
  const chat = useChat(chatId);
  const calls = useChatCalls(chatId);
  const goTo = useGoTo(chatId);
  const rename = useRename(chatId);
  const [naming, setNaming] = useState(false);
  const messages = chat.data?.messages;
  const branches = useMemo(() => new Branches(messages ?? []), [messages]);
  const way = branches.wayTo(chat.data?.active_leaf_message_id);
  const byMessage = useMemo(
    () => groupByMessage(calls.data?.pages.flatMap((page) => page.items) ?? []),
    [calls.data],
  );

  return (
    <Page
      title={chat.data?.title ?? 'Chat'}
      trail={
        <Link to="/chats" className="underline">
          Chats
        </Link>
      }
      actions={
        isMissing(chat.error) ? null : (
          <>
            {branches.leaves > 1 ? <Badge tone="accent">{branches.leaves} branches</Badge> : null}
            <Button icon={PencilLine} disabled={!chat.data} onClick={() => setNaming(true)}>
              Rename
            </Button>
            <LinkButton icon={FolderTree} to="/chats/$chatId/workspace" params={{ chatId }}>
              Workspace
            </LinkButton>
          </>
        )
      }
    >
      {chat.isPending ? <SkeletonRows /> : null}
      {chat.error ? (
        <NotThere error={chat.error} what="chat" retry={() => void chat.refetch()}>
          It may be of another Pegboard. All that were begun here stand under{' '}
          <Link to="/chats" className="text-accent underline">
            Chats
          </Link>
          .
        </NotThere>
      ) : null}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="flex min-w-0 flex-col gap-5">
          {chat.data && way.length === 0 ? (
            <Empty icon={MessageSquarePlus} title="Nothing has happened in this chat">
              Run a tool from its page and choose this chat there: the call will hang here, and its files lie
              in the workspace.
            </Empty>
          ) : null}
          <MessageList
            way={way}
            calls={byMessage}
            busy={goTo.isPending}
            onGoTo={(message) => goTo.mutate(branches.leafBelow(message))}
            onOlder={
              calls.hasNextPage && !calls.isFetchingNextPage ? () => void calls.fetchNextPage() : undefined
            }
          />
        </div>
        {chat.data ? <ChestCard chatId={chat.data.id} /> : null}
      </div>
      {naming && chat.data ? (
        <TextDialog
          label="Title"
          faultOf={titleFault}
          title="Rename the chat"
          action="Rename"
          initial={chat.data.title}
          onClose={() => setNaming(false)}
          onText={(title) => rename.mutateAsync(title)}
        />
      ) : null}
    </Page>
  );
}

function groupByMessage(calls: readonly CallSummary[]): Map<string, CallSummary[]> {
  const groups = new Map<string, CallSummary[]>();
  // They come newest first, and are told oldest first.
  for (const call of calls) groups.set(call.message_id, [call, ...(groups.get(call.message_id) ?? [])]);
  return groups;
}
