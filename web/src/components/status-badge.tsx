import type { Schemas } from '@/api/client';
import { Badge, type Tone } from './badge';

type Status = Schemas['CallStatus'];

const tones: Record<Status, Tone> = { pending: 'warn', running: 'accent', success: 'good', error: 'bad' };
const words: Record<Status, string> = {
  pending: 'waits for approval',
  running: 'running',
  success: 'success',
  error: 'error',
};

/** Where a call stands. */
export function StatusBadge({ status }: { status: Status }) {
  return <Badge tone={tones[status]}>{words[status]}</Badge>;
}
