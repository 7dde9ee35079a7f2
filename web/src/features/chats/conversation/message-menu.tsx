import { Ellipsis, GitFork, Trash2 } from 'lucide-react';
import { IconButton } from '@/components/button';
import { Menu } from '@/components/menu';

interface Props {
  message: string;
  onFork: (message: string) => void;
  onDelete: (message: string) => void;
}

/** What can be done with the tree at a message. */
export function MessageMenu({ message, onFork, onDelete }: Props) {
  return (
    <Menu
      entries={[
        { label: 'Fork from here', icon: GitFork, onSelect: () => onFork(message) },
        { label: 'Delete this branch…', icon: Trash2, danger: true, onSelect: () => onDelete(message) },
      ]}
    >
      <IconButton icon={Ellipsis} label="More about this message" className="!size-7" />
    </Menu>
  );
}
