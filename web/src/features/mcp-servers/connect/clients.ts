/** A client that is known by name, in the words of `pegboard mcp config`. */
export interface Client {
  id: string;
  label: string;
  /** Where it keeps its servers. */
  places: readonly string[];
  /** The ways to connect it, the one that suits it best first. */
  ways: readonly Way[];
}

export interface Way {
  how: 'reached' | 'started';
  text: string;
  language: 'json' | 'toml' | 'yaml' | 'shell';
}

/** What stands in the place of a token. */
export const TOKEN = 'YOUR_TOKEN';

const bearer = `Bearer ${TOKEN}`;
const headers = { Authorization: bearer };
const program = { command: 'pegboard', args: ['mcp'] };

/** What each known client is told, with the address of the MCP endpoint as this browser reaches it. */
export function clientsOf(url: string): Client[] {
  return [
    {
      id: 'claude-desktop',
      label: 'Claude Desktop',
      places: [
        'macOS: ~/Library/Application Support/Claude/claude_desktop_config.json',
        'Windows: %APPDATA%\\Claude\\claude_desktop_config.json',
        'Linux: ~/.config/Claude/claude_desktop_config.json',
      ],
      // Its file takes programs only.
      ways: [started('mcpServers', program)],
    },
    {
      id: 'claude-code',
      label: 'Claude Code',
      places: ['a shell'],
      ways: [
        shell(
          'reached',
          `claude mcp add --transport http pegboard ${url} --header "Authorization: ${bearer}"\n`,
        ),
        shell('started', 'claude mcp add pegboard -- pegboard mcp\n'),
      ],
    },
    {
      id: 'cursor',
      label: 'Cursor',
      places: ['~/.cursor/mcp.json, or .cursor/mcp.json of a project'],
      ways: [reached('mcpServers', { url, headers }), started('mcpServers', program)],
    },
    visualStudioCode(url),
    {
      id: 'windsurf',
      label: 'Windsurf',
      places: ['~/.codeium/windsurf/mcp_config.json'],
      ways: [reached('mcpServers', { serverUrl: url, headers }), started('mcpServers', program)],
    },
    {
      id: 'zed',
      label: 'Zed',
      places: ['macOS, Linux: ~/.config/zed/settings.json', 'Windows: %APPDATA%\\Zed\\settings.json'],
      ways: [reached('context_servers', { url, headers }), started('context_servers', program)],
    },
    {
      id: 'codex',
      label: 'Codex',
      places: ['~/.codex/config.toml; the token in the variable PEGBOARD_TOKEN'],
      ways: [
        toml('reached', `url = ${JSON.stringify(url)}\nbearer_token_env_var = "PEGBOARD_TOKEN"\n`),
        toml('started', 'command = "pegboard"\nargs = ["mcp"]\n'),
      ],
    },
    {
      id: 'gemini-cli',
      label: 'Gemini CLI',
      places: ['~/.gemini/settings.json, or .gemini/settings.json of a project'],
      ways: [reached('mcpServers', { httpUrl: url, headers }), started('mcpServers', program)],
    },
    goose(url),
    {
      id: 'generic',
      label: 'Another',
      places: ['the client’s file with mcpServers'],
      ways: [reached('mcpServers', { type: 'http', url, headers }), started('mcpServers', program)],
    },
  ];
}

function visualStudioCode(url: string): Client {
  const inputs = [
    { type: 'promptString', id: 'pegboard-token', description: 'Pegboard token', password: true },
  ];
  // biome-ignore lint/suspicious/noTemplateCurlyInString: so does the client write its inputs
  const asked = { type: 'http', url, headers: { Authorization: 'Bearer ${input:pegboard-token}' } };
  return {
    id: 'vscode',
    label: 'VS Code',
    places: [
      'macOS: ~/Library/Application Support/Code/User/mcp.json',
      'Windows: %APPDATA%\\Code\\User\\mcp.json',
      'Linux: ~/.config/Code/User/mcp.json',
      'or .vscode/mcp.json of a project',
    ],
    ways: [
      { how: 'reached', language: 'json', text: pretty({ inputs, servers: { pegboard: asked } }) },
      started('servers', { type: 'stdio', ...program }),
    ],
  };
}

function goose(url: string): Client {
  const extension = (lines: string[]) =>
    `extensions:\n  pegboard:\n    enabled: true\n    name: pegboard\n${lines.map((line) => `    ${line}\n`).join('')}`;
  const address = [
    'type: streamable_http',
    `uri: ${JSON.stringify(url)}`,
    'headers:',
    `  Authorization: "${bearer}"`,
  ];
  return {
    id: 'goose',
    label: 'Goose',
    places: [
      'macOS, Linux: ~/.config/goose/config.yaml',
      'Windows: %APPDATA%\\Block\\goose\\config\\config.yaml',
    ],
    ways: [
      { how: 'reached', language: 'yaml', text: extension([...address, 'timeout: 300']) },
      {
        how: 'started',
        language: 'yaml',
        text: extension(['type: stdio', 'cmd: pegboard', 'args: [mcp]', 'timeout: 300']),
      },
    ],
  };
}

function reached(key: string, entry: object): Way {
  return { how: 'reached', language: 'json', text: pretty({ [key]: { pegboard: entry } }) };
}

function started(key: string, entry: object): Way {
  return { how: 'started', language: 'json', text: pretty({ [key]: { pegboard: entry } }) };
}

function shell(how: Way['how'], text: string): Way {
  return { how, language: 'shell', text };
}

function toml(how: Way['how'], text: string): Way {
  return { how, language: 'toml', text: `[mcp_servers.pegboard]\n${text}` };
}

function pretty(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
