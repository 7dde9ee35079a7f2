import { expect, test } from 'vitest';
import type { Schemas } from '@/api/client';
import { contentsOf } from './contents';

const tool = (toolset_id: string | null, provider: string, problem: string | null = null) =>
  ({ toolset_id, provider, problem }) as Schemas['Tool'];

test('tools are counted by toolset, across its sources', () => {
  const groups = [
    { kind: 'builtin', name: 'Builtin', source: 'builtin', tools: [tool(null, 'builtin')] },
    {
      kind: 'toolset',
      name: 'Web',
      source: 'web',
      tools: [tool('web', 'python'), tool('web', 'python', 'not there')],
    },
    { kind: 'mcp_server', name: 'Web', source: 'web~far', tools: [tool('web', 'mcp')] },
  ];
  expect(contentsOf(groups as Schemas['ToolGroup'][])).toEqual(
    new Map([['web', { tools: 3, broken: 1, providers: ['python', 'mcp'] }]]),
  );
});
