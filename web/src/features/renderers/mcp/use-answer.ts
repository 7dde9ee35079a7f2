import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Schemas } from '@/api/client';
import type { FileHead } from '../file/file-bytes';
import { handleIn } from '../plan';
import { fileQuery } from '../queries';
import { type Answer, answerIn } from './answer';
import { pictureIn } from './picture';

export interface ReadAnswer {
  /** `null` where the result is no such answer. */
  answer: Answer | null;
  /** Whether it still comes from the workspace. */
  pending: boolean;
}

/** What a tool of an MCP server answered, or the picture that was read from a file: also where it was too large for the record. */
export function useAnswer(call: Schemas['Call'], wanted: boolean): ReadAnswer {
  const read = wanted ? readerOf(call.tool_id) : null;
  const handle = read ? handleIn(call.result) : null;
  const file = useQuery({
    ...fileQuery(call.chat_id, handle?.file ?? '', call.post_manifest_id ?? undefined),
    enabled: handle !== null,
  });
  const fetched = handle !== null;
  const result = useMemo(
    () => (fetched ? valueIn(file.data) : call.result),
    [fetched, file.data, call.result],
  );
  const answer = useMemo(() => read?.(result) ?? null, [read, result]);
  return { answer, pending: fetched && file.isPending };
}

function readerOf(tool: string): ((result: unknown) => Answer | null) | null {
  if (tool.startsWith('mcp:')) return answerIn;
  return tool === 'read_file' ? pictureIn : null;
}

/** A file that is JSON, where all of it is there. */
function valueIn(file: FileHead | undefined): unknown {
  if (!file || file.bytes.length < file.size) return undefined;
  try {
    return JSON.parse(new TextDecoder().decode(file.bytes));
  } catch {
    return undefined;
  }
}
