import { BookOpen, Code } from 'lucide-react';
import { useState } from 'react';
import type { Schemas } from '@/api/client';
import { Segments } from '@/components/segments';
import CodeEditor from '../code/code-editor';
import { MarkdownPreview } from './markdown-preview';

const looks = [
  { id: 'preview', label: 'Preview', icon: BookOpen },
  { id: 'source', label: 'Source', icon: Code },
] as const;

/** A document that is nowhere but in the result. */
export function ContentDocument({ call, text }: { call: Schemas['Call']; text: string }) {
  const [look, setLook] = useState<'preview' | 'source'>('preview');
  const file = { chatId: call.chat_id, path: 'Result', manifestId: call.post_manifest_id ?? undefined };
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      <Segments label="How the document is shown" segments={looks} value={look} onChange={setLook} />
      <div className="w-full min-w-0">
        {look === 'preview' ? (
          <MarkdownPreview text={text} file={file} />
        ) : (
          <CodeEditor value={text} language="markdown" readOnly wrap label="Result" />
        )}
      </div>
    </div>
  );
}
