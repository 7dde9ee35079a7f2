import { Link, useNavigate } from '@tanstack/react-router';
import { Ellipsis, FolderTree, ListCollapse, ListTree, Package } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Badge } from '@/components/badge';
import { Button, IconButton } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { LinkButton } from '@/components/link-button';
import { Page } from '@/components/page';
import { useAtLeast } from '@/components/use-at-least';
import { ChatMenu } from './acting/chat-menu';
import { Branches } from './branches';
import { ChestCard } from './chest/chest-card';
import { ConversationView } from './conversation/conversation-view';
import type { ChatWithMessages } from './queries';
import { useDetailed } from './use-detailed';

/** From this width on the chest stands beside the conversation. */
const BESIDE = '64rem';

/** A chat that is there: the conversation, and around it what belongs to the chat as a whole. */
export function ChatRoom({ chat }: { chat: ChatWithMessages }) {
  const branches = useMemo(() => new Branches(chat.messages), [chat.messages]);
  const navigate = useNavigate();
  const beside = useAtLeast(BESIDE);
  const [detailed, setDetailed] = useDetailed();
  return (
    <Page
      title={chat.title}
      trail={
        <Link to="/chats" className="underline">
          Chats
        </Link>
      }
      actions={
        <>
          {branches.leaves > 1 ? <Badge tone="accent">{branches.leaves} branches</Badge> : null}
          <IconButton
            icon={detailed ? ListTree : ListCollapse}
            label="Show results of calls at once"
            aria-pressed={detailed}
            onClick={() => setDetailed(!detailed)}
            className="border border-line bg-surface"
          />
          {beside ? null : <ChestButton chatId={chat.id} />}
          <LinkButton icon={FolderTree} to="/chats/$chatId/workspace" params={{ chatId: chat.id }}>
            <Narrow>Workspace</Narrow>
          </LinkButton>
          <ChatMenu chat={chat} leave={() => navigate({ to: '/chats' })}>
            <IconButton
              icon={Ellipsis}
              label="More about this chat"
              className="border border-line bg-surface"
            />
          </ChatMenu>
        </>
      }
    >
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <ConversationView chat={chat} branches={branches} detailed={detailed} />
        {beside ? (
          <div className="sticky top-6 max-h-[calc(100dvh-3rem)] overflow-y-auto">
            <ChestCard chatId={chat.id} />
          </div>
        ) : null}
      </div>
    </Page>
  );
}

/** A word that stands beside its icon where there is room. */
function Narrow({ children }: { children: string }) {
  return <span className="sr-only sm:not-sr-only">{children}</span>;
}

/** On a narrow window the chest is a window of its own. */
function ChestButton({ chatId }: { chatId: string }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button icon={Package} onClick={() => setOpen(true)}>
        <Narrow>Chest</Narrow>
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="What a model has at hand here">
        <ChestCard chatId={chatId} />
      </Dialog>
    </>
  );
}
