import { expect, test } from 'vitest';
import type { Schemas } from '@/api/client';
import { foundTools } from './found';

function tool(id: string, name: string): Schemas['Tool'] {
  return { id, name, description: '' } as Schemas['Tool'];
}

const groups = [
  {
    source: 'a',
    name: 'A',
    kind: 'toolset',
    tools: [tool('a:rewrite', 'Rewrite'), tool('a:write', 'Write')],
  },
] as Schemas['ToolGroup'][];

test('a tool whose name begins with the search comes first', () => {
  expect(foundTools(groups, 'write').map(({ id }) => id)).toEqual(['a:write', 'a:rewrite']);
  expect(foundTools(groups, '').map(({ id }) => id)).toEqual(['a:rewrite', 'a:write']);
  expect(foundTools(groups, 'a: x')).toEqual([]);
});
