import type { Schemas } from '@/api/client';

type Changes = Schemas['ToolsetChanges'];
export type Sign = '+' | '~' | '−';

/** One kind of thing that an upgrade makes different. */
export interface ChangeGroup {
  title: string;
  lines: { sign: Sign; name: string }[];
}

interface Named {
  added: readonly string[];
  /** Files say `modified`, everything else `changed`. */
  changed?: readonly string[];
  modified?: readonly string[];
  removed: readonly string[];
}

/** What an upgrade makes different, without the kinds that stay as they are. What goes comes first. */
export function changeGroups(changes: Changes): ChangeGroup[] {
  const groups = [
    group('Tools', changes.tools),
    group('MCP servers', changes.mcp_servers),
    group('Python packages', changes.python_requirements),
    group('Files', changes.files),
  ];
  return groups.filter(({ lines }) => lines.length > 0);
}

function group(title: string, { added, changed = [], modified = [], removed }: Named): ChangeGroup {
  const line = (sign: Sign) => (name: string) => ({ sign, name });
  return {
    title,
    lines: [
      ...removed.map(line('−')),
      ...changed.map(line('~')),
      ...modified.map(line('~')),
      ...added.map(line('+')),
    ],
  };
}
