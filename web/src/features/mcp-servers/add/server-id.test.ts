import { expect, test } from 'vitest';
import { idFor } from './server-id';

test.each([
  ['npx -y @modelcontextprotocol/server-filesystem /srv', 'filesystem'],
  ['npx -y @playwright/mcp@latest', 'playwright'],
  ['uvx mcp-server-time==1.2', 'time'],
  ['uvx mcp-server-git --repository x', 'git'],
  ['node /srv/weather-mcp.js', 'weather'],
  ['python3 tools/My_Server.py', 'my_server'],
  ['/usr/bin/search-server', 'search'],
  ['https://mcp.sentry.dev/mcp', 'sentry'],
  ['https://api.search.example/x', 'search'],
  ['http://127.0.0.1:9000/mcp', '127.0.0.1'],
  ['https://', ''],
  ['', ''],
])('%s suggests %s', (line, id) => {
  expect(idFor(line.split(' '))).toBe(id);
});
