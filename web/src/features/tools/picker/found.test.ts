import { expect, test } from 'vitest';
import type { Schemas } from '@/api/client';
import { addedByMeaning, foundTools } from './found';

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

test('a search by meaning adds what is not called so, and sets apart what does not fit', () => {
  const found = [
    { tool_id: 'a:write', fits: true },
    { tool_id: 'b:compose', fits: true },
    { tool_id: 'b:delete', fits: false },
  ].map((one) => ({ name: '', description: '', score: 1, active: true, ...one }));
  const { fitting, others } = addedByMeaning(foundTools(groups, 'write'), found);
  expect(fitting.map(({ tool_id }) => tool_id)).toEqual(['b:compose']);
  expect(others.map(({ tool_id }) => tool_id)).toEqual(['b:delete']);
});
