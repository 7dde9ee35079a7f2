import type { Schemas } from '@/api/client';
import { counted } from '@/components/counted';

/** What goes with a toolset besides its files, a line each; what is nothing is left out. */
export function goesWith(preview: Schemas['UninstallPreview']): string[] {
  const counts: [count: number, word: string][] = [
    [preview.tools.length, 'tool'],
    [preview.mcp_servers.length, 'MCP server'],
    [preview.user_overrides, 'override'],
    [preview.saved_inputs, 'saved input'],
  ];
  const own = new Set(['override', 'saved input']);
  return counts
    .filter(([count]) => count > 0)
    .map(([count, word]) => counted(count, word) + (own.has(word) ? ' of your own' : ''));
}
