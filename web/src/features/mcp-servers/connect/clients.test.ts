import { expect, test } from 'vitest';
import { clientsOf, TOKEN } from './clients';

const url = 'http://127.0.0.1:8321/mcp';
const clients = clientsOf(url);

test.each(clients.map((client) => [client.label, client] as const))(
  '%s is told where and what',
  (_, client) => {
    expect(client.places.length).toBeGreaterThan(0);
    for (const { how, language, text } of client.ways) {
      if (language === 'json') JSON.parse(text);
      expect(text).toContain('pegboard');
      // An address wants a token; a program reads the one of its data folder.
      if (how === 'reached') expect(text).toContain(url);
      else expect(text).not.toContain(TOKEN);
    }
  },
);

test('each client is told in its own words', () => {
  const first = (id: string) => clients.find((client) => client.id === id)?.ways[0]?.text ?? '';
  expect(Object.keys(JSON.parse(first('zed')))).toEqual(['context_servers']);
  expect(JSON.parse(first('windsurf')).mcpServers.pegboard.serverUrl).toBe(url);
  expect(JSON.parse(first('gemini-cli')).mcpServers.pegboard.httpUrl).toBe(url);
  expect(JSON.parse(first('claude-desktop')).mcpServers.pegboard).toEqual({
    command: 'pegboard',
    args: ['mcp'],
  });
  expect(first('codex')).toBe(
    `[mcp_servers.pegboard]\nurl = "${url}"\nbearer_token_env_var = "PEGBOARD_TOKEN"\n`,
  );
  // No token stands in a file of VS Code: it asks for it.
  expect(first('vscode')).not.toContain(TOKEN);
});
