import { useMemo, useRef, useState } from 'react';
import type { Schemas } from '@/api/client';
import { useTheme } from '@/app/theme';
import { classNames } from '@/components/class-names';
import { LeaveDialog } from '../document/leave-dialog';
import type { ShownCall } from './app-host';
import { PendingForApp } from './pending-for-app';
import { SaidByApp } from './said-by-app';
import { useAppHost } from './use-app-host';
import { useDoors } from './use-doors';

interface Props {
  call: Schemas['Call'];
  shown: ShownCall;
  url: string;
  bordered: boolean;
  version: string;
}

/** An app in its frame, and beside it whatever of it a person has to see: calls to decide, links, messages. */
export function AppFrame({ call, shown, url, bordered, version }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const theme = useTheme().shown;
  const [height, setHeight] = useState<number | null>(null);
  const { doors, pending, link, said } = useDoors(call);
  const all = useMemo(() => ({ ...doors, resize: setHeight }), [doors]);
  useAppHost({ frame, shown, doors: all, theme, version });
  return (
    <>
      <iframe
        ref={frame}
        src={url}
        title={`App of ${call.tool_id}`}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        style={{ height: height ?? 240 }}
        className={classNames('block w-full', bordered && 'rounded-md border border-line')}
      />
      {pending.calls.map((waiting) => (
        <PendingForApp key={waiting.id} call={waiting} onDecided={pending.decide} />
      ))}
      <SaidByApp texts={said} />
      <LeaveDialog url={link.url} onLeave={() => link.answer(true)} onClose={() => link.answer(false)} />
    </>
  );
}
