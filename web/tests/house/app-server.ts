import type { Files } from './toolset';

/** The app of `run`: does what the tool's result says, and says when it is done. `ask` asks the host for something. */
const VIEW = `<!doctype html><html><head><title>x</title></head><body><p>An app</p><ol id="heard"></ol><script>
  const waiting = new Map();
  const say = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const ask = (method, params) => new Promise((resolve) => {
    const id = waiting.size + 1;
    waiting.set(id, resolve);
    say({ id, method, params });
  });
  /** In one line: what came of a request. */
  const outcome = ({ result, error }) => (error ? 'refused: ' + error.message : JSON.stringify(result));
  const write = (text) => heard.append(Object.assign(document.createElement('li'), { textContent: text }));
  let data = null;
  addEventListener('message', (event) => {
    if (event.source !== parent) return;
    const { id, method, params } = event.data;
    if (method === undefined) waiting.get(id)?.(event.data);
    if (method === 'ui/notifications/host-context-changed') write('theme ' + params.theme);
    if (method !== 'ui/notifications/tool-result') return;
    data = params.structuredContent;
    const script = document.createElement('script');
    script.textContent = 'try {' + data.code + '} catch (error) { console.log(String(error)) }';
    document.body.append(script);
    console.log('attacked');
  });
  const info = { appInfo: { name: 'x', version: '1' }, appCapabilities: {}, protocolVersion: '2026-01-26' };
  ask('ui/initialize', info).then(() => say({ method: 'ui/notifications/initialized', params: {} }));
</script></body></html>`;

const PROGRAM = `import json, os, sys

URI = "ui://acting/view.html"
ANY = {"type": "object"}
APP = {"ui": {"resourceUri": URI}}
TOOLS = [
    {"name": "run", "description": "Runs code in its app.", "inputSchema": ANY, "_meta": APP},
    {"name": "count", "description": "For apps.", "inputSchema": ANY, "_meta": {"ui": {"visibility": ["app"]}}},
    {"name": "hidden", "description": "For models.", "inputSchema": ANY, "_meta": {"ui": {"visibility": ["model"]}}},
]
CSP = {"connectDomains": ["https://api.example", "*", "http://127.0.0.1"], "resourceDomains": ["https://cdn.example"]}
count = 0


def answer(method, params):
    global count
    if method == "initialize":
        return {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}, "resources": {}},
                "serverInfo": {"name": "acting", "version": "1"}}
    if method == "tools/list":
        return {"tools": TOOLS}
    if method == "tools/call":
        count += params["name"] == "count"
        told = params.get("arguments", {}) if params["name"] == "run" else {"count": count}
        return {"content": [{"type": "text", "text": "done"}], "structuredContent": told}
    if method == "resources/read":
        text = open("view.html", encoding="utf-8").read()
        mime = "text/html;profile=mcp-app"
        return {"contents": [{"uri": params["uri"], "mimeType": mime, "text": text, "_meta": {"ui": {"csp": CSP}}}]}
    return {}


for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        result = answer(message["method"], message.get("params", {}))
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
`;

/** A toolset with an MCP server whose tool `run` has an app that does what its argument `code` says. */
export function acting(id: string): Files {
  return {
    'toolset.yaml': `manifest_version: "1"
id: ${id}
name: ${id}
version: "1.0.0"
mcp_servers:
  - id: acts
    command: python3
    args: [server.py]
    requires_confirmation: false
`,
    'server.py': PROGRAM,
    'view.html': VIEW,
  };
}
