import { expect, test } from 'vitest';
import { blocksOf } from './blocks';
import type { Server } from './queries';

const server = (toolset_id: string, id: string, user_mcp = false) =>
  ({ id, toolset_id, user_mcp, title: toolset_id, toolset_enabled: true }) as Server;

test('servers that people added come first and together, the others under their toolsets', () => {
  const blocks = blocksOf([
    server('web', 'fetch'),
    server('time', 'time', true),
    server('web', 'search'),
    server('git', 'git', true),
  ]);
  expect(blocks.map(({ toolset, servers }) => [toolset?.id, servers.map(({ id }) => id)])).toEqual([
    [undefined, ['time', 'git']],
    ['web', ['fetch', 'search']],
  ]);
});

test('without servers there are no blocks', () => {
  expect(blocksOf([])).toEqual([]);
});
