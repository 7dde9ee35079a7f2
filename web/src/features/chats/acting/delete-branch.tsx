import { Confirm } from '@/components/confirm';
import { counted } from '@/components/counted';
import { ProblemNote } from '@/components/problem-note';
import type { Branches } from '../branches';
import { firstWords } from '../parts';
import type { ChatWithMessages, Message } from '../queries';
import { useDeleteBranch } from './changes';

interface Props {
  chat: ChatWithMessages;
  branches: Branches<Message>;
  /** The first message that goes. */
  message: Message;
  onClose: () => void;
}

/** Says what goes with a message, and deletes it. */
export function DeleteBranch({ chat, branches, message, onClose }: Props) {
  const remove = useDeleteBranch(chat, branches);
  const below = branches.branchFrom(message.id).size - 1;
  // What is asked about is gone from the page before this has ended, and so may this be.
  const confirm = () => void remove.mutateAsync(message.id).then(onClose, () => undefined);
  const words = firstWords(message.content);
  return (
    <Confirm
      open
      onOpenChange={(open) => !open && onClose()}
      title="Delete this branch?"
      action="Delete"
      busy={remove.isPending}
      onConfirm={confirm}
    >
      <div className="flex flex-col gap-3">
        <p>
          {words ? <>“{words}”</> : 'This message'} goes
          {below > 0 ? `, and ${counted(below, 'message')} below it` : ''}. The chat goes back to{' '}
          {message.parent_id ? 'the message above' : 'before its first message'}, and so do its files.
        </p>
        <p>The branch can be restored. The record of its calls stays.</p>
        {remove.error ? <ProblemNote error={remove.error} /> : null}
      </div>
    </Confirm>
  );
}
