import type { Schemas } from '@/api/client';

type Toolset = Schemas['ToolsetWithParts'];

/** The servers of one toolset. */
export interface Block {
  toolset: Toolset;
  servers: Schemas['McpServer'][];
}

/** The toolsets that have servers or stand for one, those that people added themselves first. */
export function blocksOf(toolsets: readonly Toolset[]): Block[] {
  const own = toolsets.filter((toolset) => toolset.user_mcp);
  const explicit = toolsets.filter((toolset) => !toolset.user_mcp && toolset.mcp_servers.length > 0);
  return [...own, ...explicit].map((toolset) => ({ toolset, servers: toolset.mcp_servers }));
}
