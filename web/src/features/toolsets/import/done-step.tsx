import { CircleCheck } from 'lucide-react';
import { counted } from '@/components/counted';
import { ToolRows } from '../tool-rows';
import type { Imported } from './source';
import { outcomeText } from './use-import';
import { Warnings } from './warnings';

/** What an import came to, with the way to its tools. */
export function DoneStep({ imported }: { imported: Imported }) {
  return (
    <div className="flex flex-col gap-4">
      <p role="status" className="flex items-center gap-2 text-sm">
        <CircleCheck aria-hidden size={18} className="shrink-0 text-good" />
        {imported.outcome === 'installed' ? readyText(imported.tools.length) : outcomeText(imported)}
      </p>
      {imported.problem ? (
        <p className="rounded-md bg-bad-soft p-3 text-sm break-words">{imported.problem}</p>
      ) : null}
      <Warnings warnings={imported.warnings} />
      {imported.tools.length > 0 ? <ToolRows tools={imported.tools} link /> : null}
    </div>
  );
}

function readyText(tools: number): string {
  return tools === 0 ? 'It is in place.' : `${counted(tools, 'tool')} can be called now.`;
}
