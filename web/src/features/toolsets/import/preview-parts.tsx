import type { ReactNode } from 'react';
import { counted } from '@/components/counted';
import { ServerList } from '@/features/mcp-servers';
import { FileList, sizeOf } from '../file-list';
import { ToolRows } from '../tool-rows';
import { ChangeSummary } from './change-summary';
import { EffectList } from './effect-list';
import type { Preview } from './source';
import { Warnings } from './warnings';

/** What a toolset brings and may do, as far as its manifest says. */
export function PreviewParts({ preview }: { preview: Preview }) {
  const { description, warnings, effects, changes, tools, mcp_servers, files } = preview;
  return (
    <>
      <p className="text-sm break-words">
        {description || 'It says nothing about itself.'}{' '}
        <code className="text-xs break-all text-muted">{preview.id}</code>
      </p>
      <Warnings warnings={warnings} />
      {changes && preview.outcome === 'upgraded' ? (
        <Part title="What changes">
          <ChangeSummary changes={changes} />
        </Part>
      ) : null}
      <Part title="What it does and may do">
        <EffectList effects={effects} />
      </Part>
      {tools.length > 0 ? (
        <Part title={counted(tools.length, 'tool')}>
          <ToolRows tools={tools} />
        </Part>
      ) : null}
      {mcp_servers.length > 0 ? (
        <Part title={counted(mcp_servers.length, 'MCP server')}>
          <ServerList servers={mcp_servers} />
        </Part>
      ) : null}
      <Names title="Python packages" names={preview.python_requirements} />
      <Names title="Toolsets that it wants beside it" names={preview.requires} />
      <details className="text-sm">
        <summary className="cursor-pointer font-semibold">
          {counted(files.length, 'file')}, {sizeOf(files)}
        </summary>
        <div className="mt-2">
          <FileList files={files} />
        </div>
      </details>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{title}</h3>
      {children}
    </section>
  );
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <Part title={title}>
      <ul className="flex flex-wrap gap-1.5">
        {names.map((name) => (
          <li key={name} className="rounded bg-sunken px-2 py-0.5 font-mono text-xs break-all">
            {name}
          </li>
        ))}
      </ul>
    </Part>
  );
}
