import type { Schemas } from '@/api/client';
import { Badge } from '@/components/badge';
import { Sentence } from '@/components/sentence';
import { decisionOf } from './decision';

/** What was decided about a call, and the rule that decided. */
export function DecisionLine({ call }: { call: Pick<Schemas['Call'], 'status' | 'error' | 'rule'> }) {
  const { word, tone } = decisionOf(call);
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
      <Badge tone={tone}>{word}</Badge>
      <span className="min-w-0 break-words">
        <Sentence text={call.rule} />
      </span>
    </span>
  );
}
