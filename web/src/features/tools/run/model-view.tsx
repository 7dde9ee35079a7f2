import { useState } from 'react';
import { CopyButton } from '@/components/copy-button';
import { ProblemNote } from '@/components/problem-note';
import { Skeleton } from '@/components/skeleton';
import { Tabs } from '@/components/tabs';
import { CodeEditor } from '@/features/renderers';
import { useToolSchemas } from '../queries';

const hosts = { openai: 'OpenAI', anthropic: 'Anthropic', mcp: 'MCP' } as const;
type Host = keyof typeof hosts;

/** The tool as a model is told of it. */
export function ModelView({ toolId }: { toolId: string }) {
  const schemas = useToolSchemas(toolId);
  const [host, setHost] = useState<Host>('openai');
  if (schemas.isError) return <ProblemNote error={schemas.error} retry={() => void schemas.refetch()} />;
  if (!schemas.data) return <Skeleton className="h-64 w-full" />;
  const text = JSON.stringify(schemas.data[host], null, 2);
  const content = (
    <div className="relative">
      <div className="absolute top-1 right-3 z-10 rounded bg-surface">
        <CopyButton text={text} label={`Copy for ${hosts[host]}`} />
      </div>
      <CodeEditor
        value={text}
        language="json"
        readOnly
        label={`The tool for ${hosts[host]}`}
        maxHeight="28rem"
      />
    </div>
  );
  return (
    <Tabs
      label="Format of the host"
      value={host}
      onValueChange={(id) => setHost(id as Host)}
      tabs={(Object.keys(hosts) as Host[]).map((id) => ({
        id,
        label: hosts[id],
        content: id === host ? content : null,
      }))}
    />
  );
}
