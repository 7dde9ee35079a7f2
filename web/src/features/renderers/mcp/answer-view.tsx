import type { Schemas } from '@/api/client';
import { Note } from '../file/reading-notes';
import JsonTree from '../json/json-tree';
import type { Answer } from './answer';
import { BlockView } from './block-view';

/** What a tool of an MCP server answered: its blocks in their order, then its structured content. */
export function AnswerView({ call, answer }: { call: Schemas['Call']; answer: Answer }) {
  const { blocks, more, structured } = answer;
  if (blocks.length === 0 && structured === undefined) {
    return <p className="text-sm text-muted">The tool answered without any content.</p>;
  }
  return (
    <div className="flex min-w-0 flex-col gap-3">
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one answer never move
        <BlockView key={at} call={call} block={block} />
      ))}
      {more > 0 ? <Note>{more.toLocaleString('en')} more blocks stand in the raw result.</Note> : null}
      {structured === undefined ? null : (
        <div className="flex min-w-0 flex-col gap-1.5">
          {blocks.length > 0 ? <h3 className="text-xs font-medium text-muted">Structured content</h3> : null}
          <JsonTree value={structured} label="Structured content" />
        </div>
      )}
    </div>
  );
}
