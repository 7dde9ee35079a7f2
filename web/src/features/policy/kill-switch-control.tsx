import { useKillSwitch } from '@/app/kill-switch';
import { refusal } from '@/app/session';
import { Switch } from '@/components/switch';

/** Whether tools run at all, and the switch for it. */
export function KillSwitchControl() {
  const { state, busy, refused, flip } = useKillSwitch();
  if (state === 'unknown') return null;
  const why =
    state === 'fixed'
      ? 'Off by --no-tools; only another start of the server changes it'
      : refused
        ? refusal('admin')
        : undefined;
  return (
    <span
      className="flex items-center gap-2.5 rounded-md border border-line bg-surface px-3 py-1.5 text-sm"
      title={why}
    >
      <span aria-hidden className="text-muted">
        All tools: <span className="font-medium text-ink">{state === 'on' ? 'on' : 'off'}</span>
        {state === 'fixed' ? ' by configuration' : null}
      </span>
      <Switch
        label={why ? `All tools (${why})` : 'All tools'}
        checked={state === 'on'}
        disabled={busy || why !== undefined}
        onCheckedChange={flip}
      />
    </span>
  );
}
