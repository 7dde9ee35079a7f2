import { Page } from '@/components/page';

export function McpServersPage() {
  return <Page title="MCP servers">{null}</Page>;
}
