import { expect, test } from 'vitest';
import type { Schemas } from '@/api/client';
import { countsOf, rowsOf } from './rows';

function tool(id: string, more: Partial<Schemas['Tool']> = {}): Schemas['Tool'] {
  return {
    id,
    wire_name: id.replace(':', '__'),
    name: id.split(':').at(-1) ?? id,
    description: '',
    source_name: 'x',
    provider: 'python',
    requires_confirmation: false,
    enabled: true,
    status: 'system',
    visibility: ['model', 'app'],
    overrides: {},
    ...more,
  };
}

const groups: Schemas['ToolGroup'][] = [
  { source: 'web~search', name: 'Search', kind: 'mcp_server', tools: [tool('mcp:web~search:find')] },
  {
    source: 'notes',
    name: 'Notes',
    kind: 'toolset',
    tools: [
      tool('notes:add_note', { description: 'Append a Markdown line', renderer: 'document' }),
      tool('notes:forget', { requires_confirmation: true }),
      tool('notes:broken', { problem: 'no module', enabled: false }),
    ],
  },
  { source: 'builtin', name: 'Builtin', kind: 'builtin', tools: [tool('read_file')] },
];

test('tools are narrowed to what they are written for', () => {
  const node = tool('kit:fetch', { provider: 'node' });
  const more = [...groups, { source: 'kit', name: 'Kit', kind: 'toolset', tools: [node] }];
  const found = rowsOf(more, { provider: 'node' }).flatMap((row) => (row.type === 'tool' ? row.tool.id : []));
  expect(found).toEqual(['kit:fetch']);
  expect(countsOf(more).providers.node).toBe(1);
});

const ids = (search: Parameters<typeof rowsOf>[1]) =>
  rowsOf(groups, search).map((row) =>
    row.type === 'tool' ? row.tool.id : `# ${row.group.name} ${row.shown}`,
  );

test('sources stand in their order, each above its tools', () => {
  expect(ids({})).toEqual([
    '# Builtin 1',
    'read_file',
    '# Notes 3',
    'notes:add_note',
    'notes:forget',
    'notes:broken',
    '# Search 1',
    'mcp:web~search:find',
  ]);
});

test('every word of a search must be found in id, name or description', () => {
  expect(ids({ q: 'MARKDOWN note' })).toEqual(['# Notes 1', 'notes:add_note']);
  expect(ids({ q: 'markdown search' })).toEqual([]);
});

test('filters narrow to a sort, a source and a mark', () => {
  expect(ids({ kind: 'mcp_server' })).toEqual(['# Search 1', 'mcp:web~search:find']);
  expect(ids({ source: 'builtin' })).toEqual(['# Builtin 1', 'read_file']);
  expect(ids({ mark: 'problem' })).toEqual(['# Notes 1', 'notes:broken']);
  expect(ids({ mark: 'confirmation', q: 'add' })).toEqual([]);
});

test('the filters say how many there are', () => {
  expect(countsOf(groups)).toEqual({
    all: 5,
    kinds: { builtin: 1, toolset: 3, mcp_server: 1 },
    providers: { python: 5, node: 0, container: 0 },
    marks: { renderer: 1, confirmation: 1, settings: 0, disabled: 1, problem: 1 },
  });
});
