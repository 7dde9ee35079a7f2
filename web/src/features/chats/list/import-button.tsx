import { FileUp } from 'lucide-react';
import { useRef } from 'react';
import { refusal, useAllowed } from '@/app/session';
import { Button } from '@/components/button';
import { DropZone } from '@/components/drop-zone';
import type { useImport } from '../acting/archive';

/** Takes a chat that was exported, here or elsewhere: by choosing its ZIP, or by dropping it on the page. */
export function ImportButton({ imported }: { imported: ReturnType<typeof useImport> }) {
  const chooser = useRef<HTMLInputElement>(null);
  const refused = useAllowed('run') === 'refused';
  const take = (files: readonly File[]) => {
    if (files[0] && !imported.isPending) imported.mutate(files[0]);
  };
  return (
    <>
      <Button
        icon={FileUp}
        busy={imported.isPending}
        disabled={refused}
        title={refused ? refusal('run') : 'Make a chat of a ZIP that was exported'}
        onClick={() => chooser.current?.click()}
      >
        Import
      </Button>
      <input
        ref={chooser}
        type="file"
        accept=".zip,application/zip"
        hidden
        aria-label="Chat to import"
        onChange={(event) => {
          take([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      {refused ? null : <DropZone says="Drop to import a chat" onFiles={take} />}
    </>
  );
}
