import { Plug } from 'lucide-react';
import type { ReactNode } from 'react';
import { Empty } from '@/components/empty';

/** Stands where no server is, and says how one comes here. */
export function NoServers({ action }: { action?: ReactNode }) {
  return (
    <Empty icon={Plug} title="No MCP servers are here" action={action}>
      <p>
        A server brings its own tools: a program such as{' '}
        <code>npx -y @modelcontextprotocol/server-memory</code>, or an address. Its tools stand among all
        others, and every call of them is recorded.
      </p>
      <p className="mt-2">
        In a shell: <code>pegboard mcp add time -- uvx mcp-server-time</code>. Toolsets can bring servers too.
      </p>
    </Empty>
  );
}
