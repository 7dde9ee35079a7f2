import { ArchiveRestore } from 'lucide-react';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';
import { Moment } from '@/components/moment';
import { ProblemNote } from '@/components/problem-note';
import { firstWords } from '../parts';
import type { ChatWithMessages } from '../queries';
import { useRestoreBranch } from './changes';

interface Props {
  chat: ChatWithMessages;
  onClose: () => void;
}

/** The branches of a chat that were deleted, the latest first, and the way back for each. */
export default function DeletedBranches({ chat, onClose }: Props) {
  const restore = useRestoreBranch(chat.id);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Deleted branches"
      about="What is restored hangs where it hung. The chat stays where it stands."
    >
      <div className="flex flex-col gap-3">
        {restore.error ? <ProblemNote error={restore.error} /> : null}
        {chat.deleted.length === 0 ? <p className="text-sm text-muted">None is left.</p> : null}
        <ul className="divide-y divide-line rounded-lg border border-line empty:hidden">
          {chat.deleted.map((branch) => {
            const { where, hangs } = placeOf(chat, branch.parent_id);
            return (
              <li key={branch.message_id} className="flex items-center gap-3 px-3 py-2 text-sm">
                <div className="min-w-0 flex-1">
                  <p className="break-words">{where}</p>
                  <p className="text-xs text-muted">
                    deleted <Moment at={branch.deleted_at} />
                  </p>
                </div>
                <Button
                  icon={ArchiveRestore}
                  aria-label={`Restore the branch ${where}`}
                  disabled={!hangs}
                  title={hangs ? undefined : 'Restore the branch first that it was deleted from'}
                  busy={restore.isPending && restore.variables === branch.message_id}
                  onClick={() => restore.mutate(branch.message_id)}
                >
                  Restore
                </Button>
              </li>
            );
          })}
        </ul>
      </div>
    </Dialog>
  );
}

/** Where a branch hung, in words, and whether it can hang there again. */
function placeOf(chat: ChatWithMessages, parent: string | null | undefined) {
  if (!parent) return { where: 'at the beginning', hangs: true };
  const above = chat.messages.find(({ id }) => id === parent);
  if (!above) return { where: 'below a message that is deleted as well', hangs: false };
  const words = firstWords(above.content);
  return { where: words ? `below “${words}”` : 'below a message without words', hangs: true };
}
