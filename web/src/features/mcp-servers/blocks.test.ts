import { expect, test } from 'vitest';
import type { Schemas } from '@/api/client';
import { blocksOf } from './blocks';

const toolset = (id: string, user_mcp: boolean, servers: number) =>
  ({ id, user_mcp, mcp_servers: Array.from({ length: servers }, () => ({})) }) as Schemas['ToolsetWithParts'];

test('servers that people added come first, and toolsets without servers not at all', () => {
  const blocks = blocksOf([toolset('web', false, 2), toolset('plain', false, 0), toolset('mine', true, 1)]);
  expect(blocks.map((block) => [block.toolset.id, block.servers.length])).toEqual([
    ['mine', 1],
    ['web', 2],
  ]);
});
