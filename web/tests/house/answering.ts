import { png } from './media';
import type { Files } from './toolset';

/** A WAV file of silence. */
function silence(): Buffer {
  const samples = 800;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0, 'latin1');
  header.writeUInt32LE(36 + samples, 4);
  header.write('WAVEfmt ', 8, 'latin1');
  header.writeUInt32LE(16, 16);
  // PCM, one channel, one byte a sample.
  header.set([1, 0, 1, 0], 20);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.set([1, 0, 8, 0], 32);
  header.write('data', 36, 'latin1');
  header.writeUInt32LE(samples, 40);
  return Buffer.concat([header, Buffer.alloc(samples, 128)]);
}

const picture = png(48, 32, (x, y) => [x * 5, y * 7, 120]);

/** One block of each kind that MCP knows. */
const answer = {
  content: [
    { type: 'text', text: '# A report\n\nIt is **warm** in:\n\n- Bergen\n- Oslo' },
    { type: 'text', text: 'plain words' },
    { type: 'image', data: picture.toString('base64'), mimeType: 'image/png' },
    { type: 'audio', data: silence().toString('base64'), mimeType: 'audio/wav' },
    { type: 'resource_link', uri: 'https://example.com/more', name: 'more', description: 'More of it.' },
    {
      type: 'resource',
      resource: { uri: 'file:///notes/a.py', mimeType: 'text/x-python', text: 'print(1)\n' },
    },
  ],
  structuredContent: { degrees: 21, places: ['Bergen', 'Oslo'] },
};

const program = `import json, sys

ANSWER = json.loads(${JSON.stringify(JSON.stringify(answer))})
TOOL = {"name": "all", "description": "Answers with all there is, and so much text behind it.",
        "inputSchema": {"type": "object", "properties": {"text": {"type": "integer"}}}}

for line in sys.stdin:
    message = json.loads(line)
    method, result = message.get("method"), {}
    if "id" not in message:
        continue
    if method == "initialize":
        result = {"protocolVersion": message["params"]["protocolVersion"], "capabilities": {"tools": {}},
                  "serverInfo": {"name": "answering", "version": "1"}}
    elif method == "tools/list":
        result = {"tools": [TOOL]}
    elif method == "tools/call":
        text = "x" * message["params"]["arguments"].get("text", 0)
        result = {**ANSWER, "content": [*ANSWER["content"], *([{"type": "text", "text": text}] if text else [])]}
    elif method != "ping":
        answer = {"error": {"code": -32601, "message": "unknown method"}}
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **answer}), flush=True)
        continue
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
`;

/** A toolset with an MCP server whose tool answers with one block of each kind. */
export const answering: Files = {
  'toolset.yaml': `manifest_version: "1"
id: answering
name: Answering
version: "1.0.0"
mcp_servers:
  - id: replies
    command: python3
    args: [server.py]
    requires_confirmation: false
`,
  'server.py': program,
};
