import type { Server } from './queries';

/** The servers of one toolset, or those that were added by themselves. */
export interface Block {
  /** `null` for servers that were added by themselves. */
  toolset: { id: string; title: string; enabled: boolean } | null;
  servers: Server[];
}

/** The servers by where they come from, those that people added themselves first. */
export function blocksOf(servers: readonly Server[]): Block[] {
  const own = servers.filter((server) => server.user_mcp);
  const blocks: Block[] = own.length > 0 ? [{ toolset: null, servers: own }] : [];
  for (const server of servers) {
    if (server.user_mcp) continue;
    const block = blocks.find(({ toolset }) => toolset?.id === server.toolset_id);
    if (block) block.servers.push(server);
    else blocks.push({ toolset: toolsetOf(server), servers: [server] });
  }
  return blocks;
}

function toolsetOf({ toolset_id, title, toolset_enabled }: Server) {
  return { id: toolset_id, title, enabled: toolset_enabled };
}
