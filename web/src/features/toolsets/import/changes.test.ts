import { expect, test } from 'vitest';
import { changeGroups } from './changes';

const none = { added: [], changed: [], removed: [] };

test('what goes comes first, and kinds that stay as they are are left out', () => {
  const groups = changeGroups({
    tools: { added: ['write'], changed: ['read'], removed: ['erase'] },
    files: { added: [], modified: ['tools/a.py'], removed: [] },
    mcp_servers: none,
    python_requirements: { added: [], removed: [] },
    kept_overrides: 0,
  });
  expect(groups.map(({ title, lines }) => [title, lines.map(({ sign, name }) => sign + name)])).toEqual([
    ['Tools', ['−erase', '~read', '+write']],
    ['Files', ['~tools/a.py']],
  ]);
});
