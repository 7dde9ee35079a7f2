import { Card } from '@/components/card';
import { CopyButton } from '@/components/copy-button';
import { Scroll } from '@/components/scroll';

/** How an MCP client is told of one worker's tools. */
export function ConnectCard({ name }: { name: string }) {
  const url = `${window.location.origin}/mcp/workers/${encodeURIComponent(name)}`;
  const text = JSON.stringify(
    { mcpServers: { [name]: { url, headers: { Authorization: 'Bearer YOUR_TOKEN' } } } },
    null,
    2,
  );
  return (
    <Card title="Its tools over MCP" actions={<CopyButton text={text} label="Copy what to write" />}>
      <p className="mb-3 text-sm text-muted">
        A client that is connected here has the worker’s tools, and its approvals count.
      </p>
      <Scroll label="What to write into a client’s file" className="rounded-md bg-sunken p-3">
        <pre className="font-mono text-xs">{text}</pre>
      </Scroll>
    </Card>
  );
}
