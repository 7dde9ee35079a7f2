import { Link } from '@tanstack/react-router';
import type { Schemas } from '@/api/client';
import { ApprovalBadge } from '@/components/approval-badge';
import { Badge } from '@/components/badge';

type Toolset = Schemas['WorkerToolset'];

const sources: Record<Toolset['source'], string> = {
  builtin: 'built in',
  installed: 'installed',
  package: 'npm package',
  module: 'module beside the file',
};

/** One toolset of a worker: where it comes from, whether it is there, and what the worker says of its calls. */
export function ToolsetStanding({ toolset }: { toolset: Toolset }) {
  const single = Object.entries(toolset.tool_approvals);
  return (
    <li>
      <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
        {toolset.installed ? (
          <Link
            to="/toolsets/$toolsetId"
            params={{ toolsetId: toolset.toolset_id }}
            className="font-medium hover:underline"
          >
            {toolset.name}
          </Link>
        ) : (
          <span className="font-medium">{toolset.name}</span>
        )}
        <span className="text-xs text-muted">{sources[toolset.source]}</span>
        {toolset.installed ? null : <Missing source={toolset.source} />}
        {toolset.approval ? <ApprovalBadge approval={toolset.approval} /> : null}
      </p>
      {toolset.problem ? <p className="mt-0.5 text-xs break-words text-bad">{toolset.problem}</p> : null}
      {single.length > 0 ? (
        <ul className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-xs">
          {single.map(([tool, approval]) => (
            <li key={tool} className="flex items-baseline gap-1">
              <code>{tool}</code> <ApprovalBadge approval={approval} />
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

/** What the worker brings itself is installed when it is kept; the rest is for a person to install. */
function Missing({ source }: { source: Toolset['source'] }) {
  if (source === 'package' || source === 'module') return <Badge tone="accent">installed when kept</Badge>;
  return <Badge tone="bad">not installed</Badge>;
}
