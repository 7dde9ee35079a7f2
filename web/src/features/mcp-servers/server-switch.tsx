import { refusal, useAllowed } from '@/app/session';
import { Switch } from '@/components/switch';
import { type Server, useSwitchServer } from './queries';

/** Switches a server on or off. Off, its processes end. */
export function ServerSwitch({ server }: { server: Pick<Server, 'id' | 'server_key' | 'enabled'> }) {
  const { mutate } = useSwitchServer();
  const refused = useAllowed('admin') === 'refused';
  return (
    <span title={refused ? refusal('admin') : undefined} className="inline-flex">
      <Switch
        label={`${server.id} is on`}
        checked={server.enabled}
        disabled={refused}
        onCheckedChange={(enabled) => mutate({ key: server.server_key, enabled })}
      />
    </span>
  );
}
