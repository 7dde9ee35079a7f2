import type { Schemas } from '@/api/client';
import type { Tone } from '@/components/badge';

/** What was decided about a call, in a word. The sentence beside it is its `rule`. */
export interface Decision {
  word: string;
  tone: Tone;
}

/** What became of the question whether a call may run. */
export function decisionOf(call: {
  status: Schemas['CallStatus'];
  error?: { kind: Schemas['FailureKind'] } | null | undefined;
}): Decision {
  if (call.status === 'pending') return { word: 'asks first', tone: 'warn' };
  if (call.error?.kind === 'denied') return { word: 'denied', tone: 'bad' };
  return { word: 'allowed', tone: 'good' };
}
