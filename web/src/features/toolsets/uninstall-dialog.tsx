import type { Schemas } from '@/api/client';
import { Confirm } from '@/components/confirm';
import { counted } from '@/components/counted';
import { bytes } from '@/components/moment';
import { tell } from '@/components/notices';
import { ProblemNote } from '@/components/problem-note';
import { Skeleton } from '@/components/skeleton';
import { type Toolset, useUninstall, useUninstallPreview } from './queries';
import { goesWith } from './uninstall';

interface Props {
  toolset: Toolset;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onRemoved: () => void;
}

/** Says what goes with a toolset and what stays, and removes it. */
export function UninstallDialog({ toolset, open, onOpenChange, onRemoved }: Props) {
  const preview = useUninstallPreview(toolset.id, open);
  const uninstall = useUninstall(toolset.id);
  const confirm = () =>
    uninstall.mutate(undefined, {
      onSuccess: () => {
        onOpenChange(false);
        tell(`${toolset.name} is removed.`);
        onRemoved();
      },
    });
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={`Uninstall ${toolset.name}?`}
      action="Uninstall"
      onConfirm={confirm}
      busy={uninstall.isPending || preview.isPending}
    >
      {preview.data ? (
        <WhatGoes preview={preview.data} />
      ) : preview.error ? (
        <ProblemNote error={preview.error} />
      ) : (
        <div role="status" aria-label="Looking what goes with it" className="flex flex-col gap-2">
          <Skeleton className="h-4 w-3/4" />
          <Skeleton className="h-4 w-1/2" />
        </div>
      )}
    </Confirm>
  );
}

function WhatGoes({ preview }: { preview: Schemas['UninstallPreview'] }) {
  return (
    <div className="flex flex-col gap-3">
      <p>This goes, and cannot be brought back from here:</p>
      <ul className="list-disc pl-5 text-ink">
        {goesWith(preview).map((line) => (
          <li key={line}>{line}</li>
        ))}
        <li>
          {counted(preview.files, 'file')} ({bytes(preview.bytes)})
        </li>
      </ul>
      {preview.required_by.length > 0 ? (
        <p className="rounded-md bg-warn-soft p-2.5 text-ink">
          {preview.required_by.join(', ')} {preview.required_by.length === 1 ? 'wants' : 'want'} it beside{' '}
          {preview.required_by.length === 1 ? 'itself' : 'themselves'} and may stop working.
        </p>
      ) : null}
      <p>
        {preview.calls_kept === 0
          ? 'Nothing was ever called of it. '
          : `The record of ${counted(preview.calls_kept, 'call')} stays, and so do the files in workspaces. `}
        Export it first to keep a copy.
      </p>
    </div>
  );
}
