import { useMemo } from 'react';
import type { Schemas } from '@/api/client';
import { answerIn } from './mcp/answer';
import { AnswerView } from './mcp/answer-view';
import { RawResult } from './raw-result';

/** What a tool of an MCP server answered, block by block where it can be read so. */
export function PlainResult({ call }: { call: Schemas['Call'] }) {
  const answer = useMemo(() => answerIn(call.result), [call.result]);
  return answer ? <AnswerView call={call} answer={answer} /> : <RawResult call={call} />;
}
