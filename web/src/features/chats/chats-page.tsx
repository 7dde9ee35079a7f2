import { useNavigate, useSearch } from '@tanstack/react-router';
import { MessagesSquare, Plus, Trash2 } from 'lucide-react';
import { type ChatsSearch, chatsSearch } from '@/app/search';
import { refusal, useAllowed } from '@/app/session';
import { Button } from '@/components/button';
import { Empty } from '@/components/empty';
import { tellProblem } from '@/components/notices';
import { Page } from '@/components/page';
import { ProblemNote } from '@/components/problem-note';
import { useRested } from '@/components/rested';
import { Segments } from '@/components/segments';
import { useImport } from './acting/archive';
import { ChatList } from './list/chat-list';
import { ChatRow } from './list/chat-row';
import { ChatSearch, FoundChats } from './list/chat-search';
import { DeletedRow } from './list/deleted-row';
import { ImportButton } from './list/import-button';
import { useCreateChat } from './queries';

const views = [
  { id: 'all', label: 'Chats', icon: MessagesSquare },
  { id: 'deleted', label: 'Deleted', icon: Trash2 },
] as const;

/** Every chat, newest first; those that say something; those that were deleted. */
export function ChatsPage() {
  const { q = '', view = 'all' } = useSearch({
    from: '/chats',
    select: chatsSearch,
    structuralSharing: true,
  });
  const navigate = useNavigate({ from: '/chats' });
  const go = (search: ChatsSearch) => void navigate({ search, replace: true, resetScroll: false });
  const look = (text: string) => go(text === '' ? {} : { q: text });
  const rested = useRested(q).trim();
  const imported = useImport();
  return (
    <Page
      title="Chats"
      about="Each chat has a tree of messages and a workspace of its own: go back to any of them, and the files go along."
      actions={
        <>
          <ImportButton imported={imported} />
          <NewChat />
        </>
      }
    >
      {imported.error ? <ProblemNote error={imported.error} /> : null}
      <div className="flex flex-wrap items-center gap-3">
        <Segments
          label="Which chats"
          segments={views}
          value={view}
          onChange={(next) => go(next === 'deleted' ? { view: next } : {})}
        />
        {view === 'deleted' ? null : <ChatSearch value={q} onChange={look} />}
      </div>
      {view === 'deleted' ? (
        <Deleted />
      ) : q.trim() !== '' && rested !== '' ? (
        <FoundChats q={rested} onClear={() => look('')} />
      ) : (
        <Newest />
      )}
    </Page>
  );
}

function NewChat() {
  const create = useCreateChat();
  const navigate = useNavigate();
  const refused = useAllowed('run') === 'refused';
  const begin = () =>
    create.mutate('', {
      onSuccess: ({ id }) => void navigate({ to: '/chats/$chatId', params: { chatId: id } }),
      onError: tellProblem,
    });
  return (
    <Button
      look="primary"
      icon={Plus}
      busy={create.isPending}
      disabled={refused}
      title={refused ? refusal('run') : undefined}
      onClick={begin}
    >
      New chat
    </Button>
  );
}

function Newest() {
  return (
    <ChatList
      which={{}}
      row={(chat) => <ChatRow chat={chat} />}
      empty={
        <Empty icon={MessagesSquare} title="No chats yet">
          Begin one to have a model work with your tools. Calling a tool without naming a chat begins one as
          well.
        </Empty>
      }
    />
  );
}

function Deleted() {
  return (
    <ChatList
      which={{ deleted: true }}
      row={(chat) => <DeletedRow chat={chat} />}
      empty={
        <Empty icon={Trash2} title="No chat is deleted">
          A chat that is deleted stands here, with its messages and files, until somebody restores it.
        </Empty>
      }
    />
  );
}
