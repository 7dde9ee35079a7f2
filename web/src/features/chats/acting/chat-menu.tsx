import { ArchiveRestore, Download, GitFork, PencilLine, Trash2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useAllowed } from '@/app/session';
import { Menu, type MenuEntry } from '@/components/menu';
import { TextDialog } from '@/components/text-dialog';
import type { Chat, ChatWithMessages } from '../queries';
import { titleFault } from '../titles';
import { useExport } from './archive';
import { useFork, useRename } from './changes';
import { DeleteChat } from './delete-chat';

const DeletedBranches = lazy(() => import('./deleted-branches'));

interface Props {
  chat: Chat | ChatWithMessages;
  /** Goes away from the chat's page, where that is open. */
  leave?: () => Promise<void>;
  /** The button that opens the menu. */
  children: ReactNode;
}

/** What can be done with a chat as a whole. */
export function ChatMenu({ chat, leave, children }: Props) {
  const [open, setOpen] = useState<'rename' | 'delete' | 'branches' | null>(null);
  const fork = useFork(chat.id);
  const save = useExport(chat.id);
  const disabled = useAllowed('run') === 'refused';
  const whole = 'deleted' in chat && chat.deleted.length > 0 ? chat : null;
  const entries: MenuEntry[] = [
    { label: 'Rename…', icon: PencilLine, disabled, onSelect: () => setOpen('rename') },
    {
      label: 'Fork',
      icon: GitFork,
      disabled: disabled || fork.isPending,
      onSelect: () => fork.mutate(undefined),
    },
    { label: 'Export', icon: Download, disabled: save.isPending, onSelect: () => save.mutate() },
  ];
  if (whole) {
    const label = `Deleted branches (${whole.deleted.length})…`;
    entries.push({ label, icon: ArchiveRestore, disabled, onSelect: () => setOpen('branches') });
  }
  entries.push({
    label: 'Delete…',
    icon: Trash2,
    danger: true,
    disabled,
    onSelect: () => setOpen('delete'),
  });
  const close = () => setOpen(null);
  return (
    <>
      <Menu entries={entries}>{children}</Menu>
      {open === 'rename' ? <RenameDialog chat={chat} onClose={close} /> : null}
      {open === 'delete' ? <DeleteChat chat={chat} leave={leave} onClose={close} /> : null}
      {open === 'branches' && 'deleted' in chat ? (
        <Suspense fallback={null}>
          <DeletedBranches chat={chat} onClose={close} />
        </Suspense>
      ) : null}
    </>
  );
}

function RenameDialog({ chat, onClose }: { chat: Chat; onClose: () => void }) {
  const rename = useRename(chat);
  return (
    <TextDialog
      label="Title"
      faultOf={titleFault}
      title="Rename the chat"
      action="Rename"
      initial={chat.title}
      onClose={onClose}
      onText={(title) => rename.mutateAsync(title)}
    />
  );
}
