import { Link } from '@tanstack/react-router';
import { Pin, RotateCw } from 'lucide-react';
import { Badge } from '@/components/badge';
import { Button, IconButton } from '@/components/button';
import { classNames } from '@/components/class-names';
import { counted } from '@/components/counted';
import { Switch } from '@/components/switch';
import type { ChestToolset, Doing } from './queries';

interface Props {
  toolset: ChestToolset;
  disabled: boolean;
  onDo: (doing: Doing) => void;
  initialising: boolean;
  onInitialise: () => void;
}

/** One toolset of a chest: how it stands, whether it could be made ready, and its switch. */
export function ChestRow({ toolset, disabled, onDo, initialising, onInitialise }: Props) {
  const { id, name, tools, state, requires, initialised } = toolset;
  const failed = initialised.state === 'failed';
  return (
    <li className={classNames('flex gap-2 px-4 py-1.5', failed ? 'items-start' : 'items-center')}>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
          <Link
            to="/toolsets/$toolsetId"
            params={{ toolsetId: id }}
            className="font-medium break-words hover:underline"
          >
            {name}
          </Link>
          <span className="text-xs text-muted tabular-nums">{counted(tools, 'tool')}</span>
          {failed ? <Badge tone="bad">failed to initialise</Badge> : null}
        </p>
        {requires.length > 0 ? (
          <p className="text-xs break-words text-muted">requires {requires.join(', ')}</p>
        ) : null}
        {failed ? (
          <div className="mt-1 flex flex-col items-start gap-1.5">
            <p className="text-xs break-words whitespace-pre-wrap text-bad">{initialised.reason}</p>
            <Button icon={RotateCw} busy={initialising} disabled={disabled} onClick={onInitialise}>
              Try again
            </Button>
          </div>
        ) : null}
      </div>
      {state === 'essential' ? (
        <Badge tone="accent" title="It stays active until the chest is automatic again">
          <Pin aria-hidden size={12} />
          stays
        </Badge>
      ) : (
        <span className="flex items-center">
          <IconButton
            icon={Pin}
            label={`Make ${name} essential`}
            className="!size-7"
            disabled={disabled}
            onClick={() => onDo('essential')}
          />
          <Switch
            label={`${name} is active`}
            checked={state === 'active'}
            disabled={disabled}
            onCheckedChange={(on) => onDo(on ? 'activate' : 'deactivate')}
          />
        </span>
      )}
    </li>
  );
}
