import { Confirm } from '@/components/confirm';
import { counted } from '@/components/counted';
import { tell } from '@/components/notices';
import { type Server, useRemoveServer } from './queries';

interface Props {
  server: Server;
  onClose: () => void;
  onRemoved: () => void;
}

/** Says what goes with a server and what stays, and removes it. */
export function RemoveDialog({ server, onClose, onRemoved }: Props) {
  const remove = useRemoveServer();
  const kept = server.variables.filter(({ kept }) => kept).length;
  const confirm = () =>
    remove.mutate(server.server_key, {
      onSuccess: () => {
        tell(`${server.id} is removed.`);
        onRemoved();
      },
    });
  return (
    <Confirm
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Remove ${server.id}?`}
      action="Remove"
      onConfirm={confirm}
      busy={remove.isPending}
    >
      <p>This goes, and cannot be brought back from here:</p>
      <ul className="my-3 list-disc pl-5 text-ink">
        <li>how it is set up</li>
        {server.told ? <li>{counted(server.told.tools, 'tool')}, with what you changed about them</li> : null}
        {kept > 0 ? <li>{counted(kept, 'kept secret')}</li> : null}
        {server.signed_in ? <li>what signing in gave</li> : null}
        {server.connections > 0 ? (
          <li>{counted(server.connections, 'connection')} that it has open now</li>
        ) : null}
      </ul>
      <p>The record of its calls stays, and so do the files in workspaces.</p>
    </Confirm>
  );
}
