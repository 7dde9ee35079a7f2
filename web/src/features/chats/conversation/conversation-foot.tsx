import { ArrowDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '@/components/button';
import type { Model } from '@/features/models';
import { Composer } from './composer';
import { NoModel } from './no-model';
import { Repliers } from './repliers';
import type { Choice } from './transport';
import type { Conversation } from './use-conversation';

interface Props {
  chatId: string;
  conversation: Conversation;
  /** `null` while nobody knows. */
  models: readonly Model[] | null;
  choice: Choice;
  onChoice: (choice: Choice) => void;
  /** Whether the reader is at the end, and the way there. */
  follows: boolean;
  onFollow: () => void;
  /** What is to be said above the text. */
  children: ReactNode;
}

/** The place where the conversation goes on: always in sight. */
export function ConversationFoot(props: Props) {
  const { chatId, conversation, models, choice, onChoice, follows, onFollow, children } = props;
  const following: Conversation = {
    ...conversation,
    say: (said) => {
      onFollow();
      conversation.say(said);
    },
  };
  return (
    <div className="sticky bottom-0 z-10 mt-auto bg-canvas pt-3 pb-4">
      {follows ? null : (
        <IconButton
          icon={ArrowDown}
          label="To the end"
          onClick={onFollow}
          className="absolute -top-10 left-1/2 -translate-x-1/2 !rounded-full border border-line bg-surface shadow"
        />
      )}
      {children}
      {models?.length === 0 ? (
        <NoModel />
      ) : (
        <Composer
          chatId={chatId}
          conversation={following}
          choices={<Repliers models={models ?? []} value={choice} onChange={onChoice} />}
        />
      )}
    </div>
  );
}
