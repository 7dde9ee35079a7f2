import { refusal, useAllowed } from '@/app/session';
import { Switch } from '@/components/switch';
import { type Toolset, useSwitchToolset } from './queries';

/** Switches a toolset on or off, with all its tools. */
export function ToolsetSwitch({ toolset }: { toolset: Pick<Toolset, 'id' | 'name' | 'enabled'> }) {
  const { mutate } = useSwitchToolset();
  const refused = useAllowed('admin') === 'refused';
  return (
    <span title={refused ? refusal('admin') : undefined} className="inline-flex">
      <Switch
        label={`${toolset.name} is on`}
        checked={toolset.enabled}
        disabled={refused}
        onCheckedChange={(enabled) => mutate({ id: toolset.id, enabled })}
      />
    </span>
  );
}
