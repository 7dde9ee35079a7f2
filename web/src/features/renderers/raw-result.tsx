import type { Schemas } from '@/api/client';
import CodeEditor from './code/code-editor';
import FileView from './file/file-view';
import JsonTree from './json/json-tree';
import { handleIn } from './plan';

/** What the tool returned, as it returned it. */
export function RawResult({ call }: { call: Schemas['Call'] }) {
  const { result } = call;
  if (result === null || result === undefined) {
    return <p className="text-sm text-muted">The tool returned nothing.</p>;
  }
  const handle = handleIn(result);
  if (handle) {
    return (
      <div className="flex min-w-0 flex-col gap-2">
        <p className="text-sm text-muted">
          The result was too large for the record and is a file of the workspace: <code>{handle.file}</code>
        </p>
        <FileView
          chatId={call.chat_id}
          path={handle.file}
          manifestId={call.post_manifest_id ?? undefined}
          readOnly
        />
      </div>
    );
  }
  if (typeof result === 'string') return <CodeEditor value={result} readOnly wrap label="Result" />;
  return <JsonTree value={result} label="Result" />;
}
