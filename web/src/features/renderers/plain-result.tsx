import type { Schemas } from '@/api/client';
import { Skeleton } from '@/components/skeleton';
import { AnswerView } from './mcp/answer-view';
import { useAnswer } from './mcp/use-answer';
import { RawResult } from './raw-result';

/** What a tool of an MCP server answered, block by block where it can be read so. */
export function PlainResult({ call }: { call: Schemas['Call'] }) {
  const { answer, pending } = useAnswer(call, true);
  if (pending) return <Skeleton className="h-40 w-full" />;
  return answer ? <AnswerView call={call} answer={answer} /> : <RawResult call={call} />;
}
