import {
  CircleAlert,
  Code,
  FileText,
  Frame,
  Hand,
  IdCard,
  LayoutTemplate,
  type LucideIcon,
  PowerOff,
} from 'lucide-react';
import type { Schemas } from '@/api/client';
import { Badge } from '@/components/badge';
import { ConfigMark } from '@/features/config';
import { BuildMark } from '@/features/containers';

export const rendererIcons: Record<string, LucideIcon> = {
  code: Code,
  document: FileText,
  html: LayoutTemplate,
  frame: Frame,
  card: IdCard,
};

/** Whether its calls ask, and whether that depends on what it is called with. */
export function AsksMark({
  tool,
}: {
  tool: Pick<Schemas['Tool'], 'requires_confirmation' | 'needs_approval'>;
}) {
  if (!tool.requires_confirmation) return null;
  const depends = tool.needs_approval === 'depends';
  return (
    <Badge
      tone="warn"
      title={
        depends
          ? 'Its own code decides about each call whether a person must see it'
          : 'A person must approve each call'
      }
    >
      <Hand aria-hidden size={12} />
      {depends ? 'may ask' : 'asks'}
    </Badge>
  );
}

/** What is special about a tool, each as a word with its icon. */
export function ToolMarks({ tool }: { tool: Schemas['Tool'] }) {
  const Renderer = tool.renderer ? (rendererIcons[tool.renderer] ?? Code) : null;
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {tool.problem ? (
        <Badge tone="bad" title={tool.problem}>
          <CircleAlert aria-hidden size={12} />
          problem
        </Badge>
      ) : null}
      {tool.enabled ? null : (
        <Badge title="Switched off: nobody can call it">
          <PowerOff aria-hidden size={12} />
          off
        </Badge>
      )}
      <BuildMark state={tool.container?.image.state} quiet />
      <ConfigMark status={tool.status} />
      <AsksMark tool={tool} />
      {Renderer ? (
        <Badge tone="accent" title={`Results are shown with the ${tool.renderer} renderer`}>
          <Renderer aria-hidden size={12} />
          {tool.renderer}
        </Badge>
      ) : null}
    </span>
  );
}
