import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { Badge } from '@/components/badge';
import { classNames } from '@/components/class-names';
import { counted } from '@/components/counted';
import { ProviderIcon } from '@/components/provider-icon';
import { Skeleton } from '@/components/skeleton';
import { ConfigMark } from '@/features/config';
import type { Contents } from './contents';
import type { Toolset } from './queries';
import { ToolsetSwitch } from './toolset-switch';

interface Props {
  toolset: Toolset;
  /** `undefined` while it is not known. */
  contents: Contents | undefined;
}

/** One toolset of the list. */
export function ToolsetRow({ toolset, contents }: Props) {
  const { id, name, version, description, enabled, problem } = toolset;
  return (
    <li className="flex items-start gap-4 px-4 py-3.5 hover:bg-sunken/40">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
          <Link
            to="/toolsets/$toolsetId"
            params={{ toolsetId: id }}
            className={classNames('font-semibold hover:underline', !enabled && 'text-muted')}
          >
            {name}
          </Link>
          <span className="text-xs text-muted tabular-nums">{version}</span>
          {enabled ? null : <Badge>off</Badge>}
          <ConfigMark status={toolset.status} />
          {problem ? (
            <Badge tone="bad">
              <TriangleAlert aria-hidden size={12} />
              problem
            </Badge>
          ) : null}
        </div>
        {description ? <p className="mt-0.5 text-sm break-words text-muted">{description}</p> : null}
        {problem ? <p className="mt-1 line-clamp-2 text-sm break-words text-bad">{problem}</p> : null}
        <div className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
          <ContentsLine contents={contents} />
          <code className="break-all">{id}</code>
        </div>
      </div>
      <ToolsetSwitch toolset={toolset} />
    </li>
  );
}

function ContentsLine({ contents }: { contents: Contents | undefined }) {
  if (!contents) return <Skeleton className="h-4 w-20" />;
  return (
    <span className="flex items-center gap-1.5">
      {contents.providers.map((provider) => (
        <ProviderIcon key={provider} provider={provider} size={14} />
      ))}
      {counted(contents.tools, 'tool')}
      {contents.broken > 0 ? <Badge tone="bad">{contents.broken} broken</Badge> : null}
    </span>
  );
}
