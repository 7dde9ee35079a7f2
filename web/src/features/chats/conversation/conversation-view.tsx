import { MessageSquarePlus } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useAllowed } from '@/app/session';
import { Empty } from '@/components/empty';
import { ProblemNote } from '@/components/problem-note';
import { useModels } from '@/features/models';
import { DeleteBranch } from '../acting/delete-branch';
import type { Branches } from '../branches';
import { type CallSummary, type ChatWithMessages, type Message, useChatCalls } from '../queries';
import { ConversationFoot } from './conversation-foot';
import { Elsewhere } from './elsewhere';
import { factsOf } from './facts';
import { MessageList } from './message-list';
import { messageOf } from './messages';
import { Onward } from './onward';
import { Writing } from './reply-parts';
import type { Choice } from './transport';
import { useConversation } from './use-conversation';
import { useFollowing } from './use-following';
import { useSought } from './use-sought';
import { useTree } from './use-tree';

interface Props {
  chat: ChatWithMessages;
  branches: Branches<Message>;
  detailed: boolean;
}

/** The conversation on the active branch, and the place where it goes on. */
export function ConversationView({ chat, branches, detailed }: Props) {
  const models = useModels();
  const calls = useChatCalls(chat.id);
  const tree = useTree(chat, branches);
  const { sought, forget } = useSought();
  const may = useAllowed('run') !== 'refused';
  const column = useRef<HTMLDivElement>(null);
  const { follows, follow, stay } = useFollowing(column);

  const { byId, byMessage, below } = useMemo(
    () => callsOf(calls.data?.pages.flatMap((page) => page.items) ?? []),
    [calls.data],
  );
  const way = useMemo(() => branches.wayTo(chat.active_leaf_message_id), [branches, chat]);
  const steps = useMemo(() => new Map(way.map((step) => [step.message.id, step])), [way]);
  const recorded = useMemo(() => way.map(({ message }) => messageOf(message, byId)), [way, byId]);
  const [choice, setChoice] = useState<Choice>(() => lastChoice(way.map(({ message }) => message)));
  const conversation = useConversation(chat.id, recorded, choice);
  const { messages, busy, awaited, error } = conversation;

  const none = models.data?.length === 0;
  const leaf = chat.active_leaf_message_id ?? null;
  const still = may && !busy && !tree.moving;
  const goTo = (message: string) => {
    forget();
    tree.toBranch(message);
  };
  const elsewhere = sought && !steps.has(sought) && branches.has(sought);
  return (
    <div
      ref={column}
      className="flex -mb-6 min-h-[calc(100dvh-13rem)] md:min-h-[calc(100dvh-8.5rem)] min-w-0 flex-col"
    >
      <h2 className="sr-only">Conversation</h2>
      {messages.length === 0 ? (
        <Empty icon={MessageSquarePlus} title="Nothing has been said in this chat">
          Ask for something below: the model works with the tools of the chest, and each of its calls is a
          commit of the workspace. A tool that you run from its own page can hang here as well.
        </Empty>
      ) : null}
      <MessageList
        chatId={chat.id}
        messages={messages}
        conversation={conversation}
        steps={steps}
        calls={byId}
        below={below}
        callsOf={byMessage}
        detailed={detailed}
        free={still && !none}
        movable={still}
        may={may}
        onGoTo={goTo}
        onFork={tree.fork}
        onDelete={tree.leave}
        sought={sought}
        onSeek={stay}
        onOlder={
          calls.hasNextPage && !calls.isFetchingNextPage ? () => void calls.fetchNextPage() : undefined
        }
      />
      {awaited && messages.at(-1)?.role !== 'assistant' ? <Writing /> : null}
      {error && !busy && !isTold(way.at(-1)?.message) ? <ProblemNote error={error} /> : null}
      {busy || (messages.at(-1)?.id ?? null) !== leaf ? null : (
        <Onward branches={branches} leaf={leaf} movable={still} onGoTo={goTo} />
      )}
      {tree.leaving ? (
        <DeleteBranch
          chat={chat}
          branches={branches}
          message={tree.leaving}
          onClose={() => tree.leave(null)}
        />
      ) : null}
      <ConversationFoot
        chatId={chat.id}
        conversation={conversation}
        models={models.data ?? null}
        choice={choice}
        onChoice={setChoice}
        follows={follows}
        onFollow={follow}
      >
        {elsewhere ? <Elsewhere movable={still} onGo={() => tree.toBranch(sought)} onClose={forget} /> : null}
      </ConversationFoot>
    </div>
  );
}

/** Whether the record of the last reply says itself what went wrong. */
function isTold(message: Message | undefined): boolean {
  return factsOf(message)?.error != null;
}

/** Who replied last goes on replying, as far as the chat's record says. */
function lastChoice(way: readonly Message[]): Choice {
  const facts = factsOf(way.findLast(({ role }) => role === 'assistant'));
  return {
    ...(facts?.worker ? { worker: facts.worker } : {}),
    ...(facts?.model ? { model: facts.model } : {}),
  };
}

function callsOf(calls: readonly CallSummary[]) {
  const byMessage = new Map<string, CallSummary[]>();
  const byId = new Map<string, CallSummary>();
  const below = new Map<string, CallSummary[]>();
  // They come newest first, and are told oldest first.
  const tell = (to: Map<string, CallSummary[]>, key: string, call: CallSummary) =>
    to.set(key, [call, ...(to.get(key) ?? [])]);
  for (const call of calls) {
    byId.set(call.id, call);
    tell(byMessage, call.message_id, call);
    if (call.parent_id) tell(below, call.parent_id, call);
  }
  return { byId, byMessage, below };
}
