import type { Schemas } from '@/api/client';
import { MarkdownPreview } from '../document/markdown-preview';

/** A text as a document. What it names is looked for in the workspace that the call left. */
export function AnswerDocument({ call, text }: { call: Schemas['Call']; text: string }) {
  const file = { chatId: call.chat_id, path: 'Result', manifestId: call.post_manifest_id ?? undefined };
  return <MarkdownPreview text={text} file={file} />;
}
