import { Download, FilePlus, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { download } from '@/api/download';
import { Button } from '@/components/button';
import { DropZone } from '@/components/drop-zone';
import { tellProblem } from '@/components/notices';
import { PathDialog } from './path-dialog';
import type { useChanges } from './queries';

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
  const [saving, setSaving] = useState(false);
  const archive = `/chats/${chatId}/workspace/archive${manifest ? `?manifest_id=${manifest}` : ''}`;
  const save = () => {
    setSaving(true);
    download(archive, `workspace-${chatId.slice(-8)}.zip`)
      .catch(tellProblem)
      .finally(() => setSaving(false));
  };
  return (
    <>
      <Button icon={Download} busy={saving} onClick={save}>
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
      {manifest === undefined ? <DropZone says="Drop to upload" onFiles={upload} /> : null}
      {naming ? (
        <PathDialog
          title="New file"
          action="Make it"
          initial=""
          onClose={() => setNaming(false)}
          onPath={async (path) => {
            await changes.create.mutateAsync(path);
            onOpen(path);
          }}
        />
      ) : null}
    </>
  );
}
