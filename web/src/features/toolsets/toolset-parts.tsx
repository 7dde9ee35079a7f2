import { Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '@/components/card';
import { CopyButton } from '@/components/copy-button';
import { Moment } from '@/components/moment';
import { ProviderIcon, providerLabel } from '@/components/provider-icon';
import { ConfigCard } from '@/features/config';
import { ServerList } from '@/features/mcp-servers';
import { FileList, sizeOf } from './file-list';
import { nodeSources } from './node-sources';
import type { ToolsetWithParts } from './queries';
import { ToolRows } from './tool-rows';

/** What belongs to a toolset: what is wrong with it first, then its tools, and beside them where it comes from. */
export function ToolsetParts({ toolset }: { toolset: ToolsetWithParts }) {
  const { problem, tools, mcp_servers, files } = toolset;
  return (
    <>
      {problem ? (
        <div role="alert" className="rounded-lg border border-line bg-bad-soft p-4 text-sm">
          <p className="font-semibold">Its tools could not be looked up</p>
          <p className="mt-1 break-words whitespace-pre-wrap">{problem}</p>
          <p className="mt-1 text-muted">Correct it in the toolset’s files, and upgrade to them.</p>
        </div>
      ) : null}
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-5">
          <Card title={headed('Tools', tools.length)}>
            {tools.length > 0 ? (
              <ToolRows tools={tools} link flush />
            ) : (
              <NoTools servers={mcp_servers.length} />
            )}
          </Card>
          {toolset.status === 'system' ? null : (
            <ConfigCard owner={{ kind: 'toolsets', id: toolset.id }} name={toolset.name} />
          )}
          {mcp_servers.length > 0 ? (
            <Card title={headed('MCP servers', mcp_servers.length)}>
              <ServerList servers={mcp_servers} flush link />
            </Card>
          ) : null}
          <Card title={headed('Files', files.length)} actions={<Muted>{sizeOf(files)}</Muted>}>
            <FileList files={files} />
          </Card>
        </div>
        <ToolsetFacts toolset={toolset} />
      </div>
    </>
  );
}

function headed(title: string, count: number) {
  return (
    <>
      {title} <span className="font-normal text-muted tabular-nums">{count.toLocaleString('en')}</span>
    </>
  );
}

function NoTools({ servers }: { servers: number }) {
  return (
    <p className="flex items-center gap-2 text-sm text-muted">
      <Wrench aria-hidden size={15} />
      {servers > 0 ? 'Its tools are those of its MCP servers.' : 'No tools were found in it.'}
    </p>
  );
}

const sources: Record<string, string> = { zip: 'ZIP', local: 'Folder', url: 'Address' };

function ToolsetFacts({ toolset }: { toolset: ToolsetWithParts }) {
  const { id, version, source_type, source_ref, installed_at, fingerprint, manifest_version } = toolset;
  const providers = [...new Set(toolset.tools.map(({ provider }) => provider))];
  const packages = nodeSources(toolset.tools);
  return (
    <Card title="About">
      <dl className="flex flex-col gap-3 text-sm">
        {providers.length > 0 ? (
          <Fact label="Its tools are">
            <span className="flex flex-wrap gap-x-3 gap-y-1">
              {providers.map((provider) => (
                <span key={provider} className="flex items-center gap-1.5">
                  <ProviderIcon provider={provider} size={14} />
                  {providerLabel(provider)}
                </span>
              ))}
            </span>
          </Fact>
        ) : null}
        {packages.length > 0 ? (
          <Fact label="Found in">
            {packages.map((name) => (
              <code key={name} className="block text-xs">
                {name}
              </code>
            ))}
          </Fact>
        ) : null}
        <Fact label="Version">
          <span className="tabular-nums">{version}</span>
        </Fact>
        <Fact label="Id">
          <code>{id}</code>
        </Fact>
        <Fact label={`From a ${(sources[source_type] ?? source_type).toLowerCase()}`}>
          <code className="text-xs">{source_ref}</code>
        </Fact>
        <Fact label="Installed">
          <Moment at={installed_at} />
        </Fact>
        <Fact label="Fingerprint">
          <span className="float-right -mt-4">
            <CopyButton text={fingerprint} label="Copy the fingerprint" />
          </span>
          <code className="text-xs" title="Over all its files; changes when any of them does">
            {fingerprint.slice(0, 16)}…
          </code>
        </Fact>
        <Fact label="Format of toolset.yaml">{manifest_version}</Fact>
      </dl>
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="break-all">{children}</dd>
    </div>
  );
}

function Muted({ children }: { children: ReactNode }) {
  return <span className="text-xs text-muted tabular-nums">{children}</span>;
}
