import { expect, test } from 'vitest';
import { goesWith } from './uninstall';

test('what goes is named, and what is nothing is left out', () => {
  const preview = {
    tools: ['notes:add', 'notes:forget'],
    files: 4,
    bytes: 1200,
    user_overrides: 1,
    saved_inputs: 0,
    mcp_servers: ['notes~far'],
    calls_kept: 3,
    required_by: [],
  };
  expect(goesWith(preview)).toEqual(['2 tools', '1 MCP server', '1 override of your own']);
});
