import type { Schemas } from '@/api/client';
import CodeEditor from './code/code-editor';
import FileView from './file/file-view';
import JsonTree from './json/json-tree';
import { readPlan, type Source } from './plan';

export interface RenderedResultProps {
  call: Schemas['Call'];
}

export default function RenderedResult({ call }: RenderedResultProps) {
  const { plan } = readPlan(call.render_plan);
  if (plan.renderer === 'code')
    return <SourceView call={call} source={plan.source} language={plan.language} />;
  if (plan.renderer === 'document')
    return <SourceView call={call} source={plan.source} language="markdown" />;
  if (plan.renderer === 'error') return <pre className="text-sm text-bad">{plan.message}</pre>;
  return <JsonTree value={call.result} label="Result" />;
}

function SourceView({ call, source, language }: RenderedResultProps & { source: Source; language: string }) {
  if ('file' in source)
    return (
      <FileView chatId={call.chat_id} path={source.file} manifestId={call.post_manifest_id ?? undefined} />
    );
  return <CodeEditor value={source.content} language={language} readOnly label="Result" />;
}
