import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Download, FileUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { download } from '@/api/download';
import { refusal, useAllowed } from '@/app/session';
import { Button } from '@/components/button';
import { tellProblem } from '@/components/notices';
import type { ToolsetWithParts } from './queries';
import { ToolsetSwitch } from './toolset-switch';
import { UninstallDialog } from './uninstall-dialog';

interface Props {
  toolset: ToolsetWithParts;
  onUpgrade: () => void;
}

/** What can be done with a toolset as a whole. */
export function ToolsetActions({ toolset, onUpgrade }: Props) {
  const [removing, setRemoving] = useState(false);
  const navigate = useNavigate();
  const refused = useAllowed('admin') === 'refused';
  const why = refused ? refusal('admin') : undefined;
  return (
    <>
      <span className="mr-2 flex items-center gap-2 text-sm">
        <span aria-hidden className="text-muted">
          {toolset.enabled ? 'On' : 'Off'}
        </span>
        <ToolsetSwitch toolset={toolset} />
      </span>
      <Button icon={FileUp} disabled={refused} title={why} onClick={onUpgrade}>
        Upgrade…
      </Button>
      <ExportButton id={toolset.id} />
      <Button look="danger" icon={Trash2} disabled={refused} title={why} onClick={() => setRemoving(true)}>
        Uninstall…
      </Button>
      <UninstallDialog
        toolset={toolset}
        open={removing}
        onOpenChange={setRemoving}
        onRemoved={() => void navigate({ to: toolset.user_mcp ? '/mcp-servers' : '/toolsets' })}
      />
    </>
  );
}

/** Saves the toolset as a ZIP that can be imported elsewhere. */
function ExportButton({ id }: { id: string }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => download(`/toolsets/${encodeURIComponent(id)}/export`, `${id}.zip`),
    onError: tellProblem,
  });
  return (
    <Button icon={Download} busy={isPending} onClick={() => mutate()}>
      Export
    </Button>
  );
}
