import { useNavigate } from '@tanstack/react-router';
import { FlaskConical, LogOut, Pencil, RotateCw, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { refusal, useAllowed } from '@/app/session';
import { Button } from '@/components/button';
import { tell } from '@/components/notices';
import { type Server, useReconnect, useSignOut } from './queries';
import { RemoveDialog } from './remove-dialog';
import { ServerSwitch } from './server-switch';
import { TestDialog } from './test/test-dialog';

const EditDialog = lazy(() => import('./add/edit-dialog'));

/** What can be done with a server. */
export function ServerActions({ server }: { server: Server }) {
  const [window, setWindow] = useState<'test' | 'edit' | 'remove' | null>(null);
  const reconnect = useReconnect();
  const signOut = useSignOut();
  const navigate = useNavigate();
  const refused = useAllowed('admin') === 'refused';
  const why = refused ? refusal('admin') : undefined;
  const off = server.state === 'disabled';
  const close = () => setWindow(null);
  return (
    <>
      <span className="mr-2 flex items-center gap-2 text-sm">
        <span aria-hidden className="text-muted">
          {server.enabled ? 'On' : 'Off'}
        </span>
        <ServerSwitch server={server} />
      </span>
      <Button
        icon={RotateCw}
        busy={reconnect.isPending}
        disabled={refused || off}
        title={why ?? (off ? 'Switch it on first' : 'End its connections and connect anew')}
        onClick={() =>
          reconnect.mutate(server.server_key, { onSuccess: () => tell(`${server.id} is connected.`) })
        }
      >
        {reconnect.isPending ? 'Connecting…' : 'Reconnect'}
      </Button>
      <Button icon={FlaskConical} disabled={refused} title={why} onClick={() => setWindow('test')}>
        Test…
      </Button>
      {server.signed_in ? (
        <Button
          icon={LogOut}
          busy={signOut.isPending}
          disabled={refused}
          title={why ?? 'Forget what signing in gave, and end its connections'}
          onClick={() =>
            signOut.mutate(server.server_key, { onSuccess: () => tell(`Signed out of ${server.id}.`) })
          }
        >
          Sign out
        </Button>
      ) : null}
      {server.user_mcp ? (
        <Button icon={Pencil} disabled={refused} title={why} onClick={() => setWindow('edit')}>
          Edit…
        </Button>
      ) : null}
      {server.user_mcp ? (
        <Button
          look="danger"
          icon={Trash2}
          disabled={refused}
          title={why}
          onClick={() => setWindow('remove')}
        >
          Remove…
        </Button>
      ) : null}
      {window === 'test' ? <TestDialog server={server} onClose={close} /> : null}
      <Suspense fallback={null}>
        {window === 'edit' ? <EditDialog server={server} onClose={close} /> : null}
      </Suspense>
      {window === 'remove' ? (
        <RemoveDialog
          server={server}
          onClose={close}
          onRemoved={() => void navigate({ to: '/mcp-servers' })}
        />
      ) : null}
    </>
  );
}
