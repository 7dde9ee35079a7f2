import { Link } from '@tanstack/react-router';
import type { Schemas } from '@/api/client';
import { Badge } from '@/components/badge';
import { classNames } from '@/components/class-names';
import { ProviderIcon } from '@/components/provider-icon';
import { ConfigMark } from '@/features/config';
import { BuildMark } from '@/features/containers';

interface ToolLine {
  id: string;
  name: string;
  description: string;
  provider: string;
  requires_confirmation: boolean;
  /** `depends` where its code is asked about each call. */
  needs_approval?: string | null;
  renderer?: string | null;
  enabled?: boolean;
  problem?: string | null;
  status?: Schemas['ConfigStatus'];
  container?: { image: { state: string } } | null;
}

interface Props {
  tools: readonly ToolLine[];
  /** Whether they are installed, so that each has a page. */
  link?: boolean;
  /** Without a frame, where one is around them already. */
  flush?: boolean;
}

/** Tools of one toolset, a line each. */
export function ToolRows({ tools, link = false, flush = false }: Props) {
  return (
    <ul
      aria-label="Tools"
      className={classNames(
        'divide-y divide-line',
        flush ? '-m-4 [&>li]:px-4 [&>li]:py-3' : 'rounded-md border border-line',
      )}
    >
      {tools.map((tool) => (
        <ToolRow key={tool.id} tool={tool} link={link} />
      ))}
    </ul>
  );
}

function ToolRow({ tool, link }: { tool: ToolLine; link: boolean }) {
  return (
    <li className="flex items-start gap-3 px-3 py-2.5">
      <span className="mt-0.5">
        <ProviderIcon provider={tool.provider} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-0.5">
          {link ? (
            <Link
              to="/tools/$toolId"
              params={{ toolId: tool.id }}
              className="text-sm font-medium break-words hover:underline"
            >
              {tool.name}
            </Link>
          ) : (
            <span className="text-sm font-medium break-words">{tool.name}</span>
          )}
          <code className="text-xs break-all text-muted">{tool.id}</code>
        </p>
        {tool.description ? (
          <p className="mt-0.5 line-clamp-2 text-sm break-words text-muted">{tool.description}</p>
        ) : null}
        {tool.problem ? <p className="mt-0.5 text-sm break-words text-bad">{tool.problem}</p> : null}
      </div>
      <Marks tool={tool} />
    </li>
  );
}

function Marks({ tool }: { tool: ToolLine }) {
  return (
    <span className="flex shrink-0 flex-col items-end gap-1 sm:flex-row sm:items-center">
      {tool.problem ? <Badge tone="bad">broken</Badge> : null}
      {tool.enabled === false ? <Badge>off</Badge> : null}
      <BuildMark state={tool.container?.image.state} quiet />
      <ConfigMark status={tool.status} />
      {tool.requires_confirmation ? (
        tool.needs_approval === 'depends' ? (
          <Badge tone="warn" title="Its own code decides about each call whether it waits for a person">
            may ask
          </Badge>
        ) : (
          <Badge tone="warn" title="Each call waits for a person">
            asks first
          </Badge>
        )
      ) : null}
      {tool.renderer ? <Badge title="What shows its results">{tool.renderer}</Badge> : null}
    </span>
  );
}
