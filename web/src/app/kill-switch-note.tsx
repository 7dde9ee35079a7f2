import { PowerOff } from 'lucide-react';
import { Button } from '@/components/button';
import { useKillSwitch } from './kill-switch';

/** On every page while no tool runs, with the way back where there is one. */
export default function KillSwitchNote() {
  const { state, busy, refused, flip } = useKillSwitch();
  if (state !== 'off' && state !== 'fixed') return null;
  return (
    <section
      aria-label="Kill switch"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-bad-soft px-4 py-2 text-sm text-ink"
    >
      <PowerOff aria-hidden size={16} className="shrink-0 text-bad" />
      <p className="min-w-0 flex-1 basis-60">
        <strong className="font-semibold">All tools are switched off.</strong>{' '}
        {state === 'fixed' ? (
          <>
            The server was started with <code>--no-tools</code>: every call is blocked until it is started
            without.
          </>
        ) : (
          'Every call is blocked, and none can be approved. Calls that already run go on.'
        )}
      </p>
      {state === 'off' && !refused ? (
        <Button busy={busy} onClick={flip}>
          Let tools run again
        </Button>
      ) : null}
    </section>
  );
}
