// The protocol's own client in TypeScript before the server at argv[2], as argv[3] says: the SDK up to 2025-11-25 (`v1`), or the one
// after it in its `legacy` or `modern` mode. Lists, calls, fails and hears progress, and prints what came of it as JSON.

const [url, way] = process.argv.slice(2);
const requestInit = { headers: { Authorization: `Bearer ${process.env.PEGBOARD_TOKEN}` } };
const about = { name: 'typescript', version: '1' };

async function connected() {
  if (way === 'v1') {
    const { Client } = await import('@modelcontextprotocol/sdk/client/index.js');
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js');
    const client = new Client(about);
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    return { client, call: (params, options) => client.callTool(params, undefined, options) };
  }
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client');
  const mode = way === 'modern' ? { pin: '2026-07-28' } : 'legacy';
  const client = new Client(about, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  return { client, call: (params, options) => client.callTool(params, options) };
}

const { client, call } = await connected();
const { tools } = await client.listTools();
const said = await call({ name: 'everything__everything__echo', arguments: { message: 'hi' } });
const refused = await call({ name: 'everything__everything__echo', arguments: { message: 5 } });
const unknown = await call({ name: 'everything__everything__nothing', arguments: {} }).catch((error) => error.code);
const progress = [];
const long = { name: 'everything__everything__trigger-long-running-operation', arguments: { duration: 0.3, steps: 3 } };
await call(long, { onprogress: (step) => progress.push(step.progress) });
await client.close();

console.log(
  JSON.stringify({
    tools: tools.map((tool) => tool.name),
    said: said.content[0].text,
    refused: [refused.isError, refused.content[0].text],
    unknown,
    progress,
  }),
);
