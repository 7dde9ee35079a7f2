import { Confirm } from '@/components/confirm';
import { ProblemNote } from '@/components/problem-note';
import type { Chat } from '../queries';
import { useDeleteChat } from './changes';

interface Props {
  chat: Pick<Chat, 'id' | 'title'>;
  onClose: () => void;
  /** Goes away from the chat's page, where that is open. */
  leave: (() => Promise<void>) | undefined;
}

/** Says what becomes of a chat that is deleted, and deletes it. */
export function DeleteChat({ chat, onClose, leave }: Props) {
  const remove = useDeleteChat(chat, leave);
  const confirm = () => void remove.mutateAsync().then(onClose, () => undefined);
  return (
    <Confirm
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete “${chat.title}”?`}
      action="Delete"
      busy={remove.isPending}
      onConfirm={confirm}
    >
      <div className="flex flex-col gap-3">
        <p>
          It stands among the deleted chats then, with its messages and files, and can be restored. Nothing
          can be done in it until then, and prompts that wait for it are dropped.
        </p>
        {remove.error ? <ProblemNote error={remove.error} /> : null}
      </div>
    </Confirm>
  );
}
