import { ArchiveRestore } from 'lucide-react';
import { refusal, useAllowed } from '@/app/session';
import { Button } from '@/components/button';
import { Moment } from '@/components/moment';
import { useRestoreChat } from '../acting/changes';
import type { ListedChat } from '../queries';

/** A deleted chat, and its way back. */
export function DeletedRow({ chat }: { chat: ListedChat }) {
  const restore = useRestoreChat();
  const refused = useAllowed('run') === 'refused';
  return (
    <>
      <div className="min-w-0 flex-1 px-4 py-2">
        <p className="truncate font-medium">{chat.title}</p>
        <p className="text-xs text-muted">
          begun <Moment at={chat.created_at} />
        </p>
      </div>
      <Button
        icon={ArchiveRestore}
        aria-label={`Restore ${chat.title}`}
        disabled={refused}
        title={refused ? refusal('run') : undefined}
        busy={restore.isPending}
        onClick={() => restore.mutate(chat.id)}
      >
        Restore
      </Button>
    </>
  );
}
