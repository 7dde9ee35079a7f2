import { CircleCheck, CircleDashed, CircleX, Hourglass, type LucideIcon } from 'lucide-react';
import type { Schemas } from '@/api/client';

type Status = Schemas['CallStatus'];

const looks: Record<Status, { icon: LucideIcon; look: string; words: string }> = {
  pending: { icon: Hourglass, look: 'text-warn', words: 'waits for approval' },
  running: { icon: CircleDashed, look: 'text-accent animate-spin', words: 'running' },
  success: { icon: CircleCheck, look: 'text-good', words: 'success' },
  error: { icon: CircleX, look: 'text-bad', words: 'error' },
};

/** Where a call stands, as small as a line of a list needs it. */
export function StatusIcon({ status }: { status: Status }) {
  const { icon: Icon, look, words } = looks[status];
  return (
    <span title={words} className="inline-flex">
      <Icon aria-hidden size={16} className={look} />
      <span className="sr-only">{words}</span>
    </span>
  );
}
