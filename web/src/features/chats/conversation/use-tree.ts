import { useState } from 'react';
import { useFork } from '../acting/changes';
import type { Branches } from '../branches';
import { type ChatWithMessages, type Message, useGoTo } from '../queries';

/** What can be done with the tree of a chat's messages. */
export function useTree(chat: ChatWithMessages, branches: Branches<Message>) {
  const goTo = useGoTo(chat.id);
  const fork = useFork(chat.id);
  const [asked, setAsked] = useState<string | null>(null);
  return {
    /** Whether the chat is on its way to another branch. */
    moving: goTo.isPending,
    toBranch: (message: string) => goTo.mutate(branches.leafBelow(message)),
    fork: (message: string) => fork.mutate(message),
    /** The message that is to be deleted with all below it, once somebody says so. */
    leaving: chat.messages.find(({ id }) => id === asked),
    leave: setAsked,
  };
}
