import { Ellipsis, FilePlus, FolderPen, Trash2, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from '@/components/button';
import { Menu } from '@/components/menu';
import { PathDialog } from './path-dialog';
import type { useChanges } from './queries';

interface Props {
  folder: string;
  changes: ReturnType<typeof useChanges>;
  onOpen: (path: string) => void;
  onGone: () => void;
}

/** What one can do with the folder that was chosen last. */
export function FolderBar({ folder, changes, onOpen, onGone }: Props) {
  const chooser = useRef<HTMLInputElement>(null);
  const [asking, setAsking] = useState<'new' | 'rename' | null>(null);
  return (
    <div className="flex items-center justify-between rounded-md bg-sunken pl-3 text-sm">
      <code className="min-w-0 truncate">{folder}/</code>
      <Menu
        entries={[
          { label: 'New file here', icon: FilePlus, onSelect: () => setAsking('new') },
          { label: 'Upload here', icon: Upload, onSelect: () => chooser.current?.click() },
          { label: 'Rename or move', icon: FolderPen, onSelect: () => setAsking('rename') },
          {
            label: 'Delete with all in it',
            icon: Trash2,
            danger: true,
            onSelect: () => changes.remove.mutate({ path: folder, kind: 'folder' }, { onSuccess: onGone }),
          },
        ]}
      >
        <IconButton icon={Ellipsis} label={`Actions for the folder ${folder}`} />
      </Menu>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label={`Files to upload into ${folder}`}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          if (files.length > 0) changes.upload.mutate({ files, folder });
          event.target.value = '';
        }}
      />
      {asking === 'new' ? (
        <PathDialog
          title="New file"
          action="Make it"
          initial={`${folder}/`}
          onClose={() => setAsking(null)}
          onPath={async (path) => {
            await changes.create.mutateAsync(path);
            onOpen(path);
          }}
        />
      ) : null}
      {asking === 'rename' ? (
        <PathDialog
          title="Rename or move the folder"
          action="Rename"
          initial={folder}
          onClose={() => setAsking(null)}
          onPath={async (to) => {
            await changes.move.mutateAsync({ from: folder, to });
            onGone();
          }}
        />
      ) : null}
    </div>
  );
}
