import { Download, FilePlus, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '@/components/button';
import { DropZone } from './drop-zone';
import { NameDialog } from './name-dialog';
import { download, type useChanges } from './queries';

interface Props {
  chatId: string;
  manifest: string | undefined;
  changes: ReturnType<typeof useChanges>;
  onOpen: (path: string) => void;
}

/** What one can do with the workspace as a whole. */
export function WorkspaceActions({ chatId, manifest, changes, onOpen }: Props) {
  const chooser = useRef<HTMLInputElement>(null);
  const [naming, setNaming] = useState(false);
  const upload = (files: readonly File[]) => {
    if (files.length > 0) changes.upload.mutate({ files, folder: '' });
  };
  const archive = `/chats/${chatId}/workspace/archive${manifest ? `?manifest_id=${manifest}` : ''}`;
  return (
    <>
      <Button icon={Download} onClick={() => void download(archive, `workspace-${chatId.slice(-8)}.zip`)}>
        Download
      </Button>
      <Button icon={FilePlus} disabled={manifest !== undefined} onClick={() => setNaming(true)}>
        New file
      </Button>
      <Button
        icon={Upload}
        busy={changes.upload.isPending}
        disabled={manifest !== undefined}
        onClick={() => chooser.current?.click()}
      >
        Upload
      </Button>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label="Files to upload"
        onChange={(event) => {
          upload([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {manifest === undefined ? <DropZone onFiles={upload} /> : null}
      {naming ? (
        <NameDialog
          title="New file"
          action="Make it"
          initial=""
          onClose={() => setNaming(false)}
          onName={async (path) => {
            await changes.create.mutateAsync(path);
            onOpen(path);
          }}
        />
      ) : null}
    </>
  );
}
