import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { echoToolset, House, installMade, Site, type Visitor } from './house';

// Html renderers of ours as MCP Apps in a host of somebody else, which plays the protocol as such hosts do.
const house = House.forThisFile({ toolsets: ['data-lab'] });
let site: Site;
let host = '';

/** The least that a host may allow an app, by the protocol. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'none'; frame-src 'none'; base-uri 'self'";

/** Uses everything that a template is given by a host. */
const SPEAKING = `<!doctype html><html><head><title>x</title></head><body><p id="data"></p><p id="theme"></p><p id="told"></p><p id="answer"></p>
<script>
  const put = (id, value) => { document.getElementById(id).textContent = JSON.stringify(value); };
  const host = window.__TOOL_HOST__;
  put('data', window.__TOOL_DATA__);
  put('theme', [host.theme, document.documentElement.dataset.theme]);
  put('told', [host.input, host.status]);
  (async () => {
    const called = await host.callTool('refresh', { again: true });
    await host.openLink('https://a.example/');
    await host.sendMessage('done');
    const refused = await host.callTool('forbidden').catch((error) => error.message);
    put('answer', [called.content[0].text, refused]);
  })();
</script></body></html>`;

beforeAll(async () => {
  site = await Site.open((_, response) => {
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
    });
    response.end(host);
  });
  const renderer = ['type: html', 'artifact: artifacts/say.html', 'data: $return'];
  const files = { 'artifacts/say.html': SPEAKING };
  await installMade(house.server, echoToolset('speaking', [{ id: 'say', renderer }], files));
});
afterAll(() => site.close());

interface Tool {
  name: string;
  _meta?: { ui?: { resourceUri?: string } };
}

/** A request over MCP, without a session. */
async function ask<T>(
  method: string,
  params: { name?: string; uri?: string; arguments?: object },
): Promise<T> {
  const meta = 'io.modelcontextprotocol';
  const _meta = { [`${meta}/protocolVersion`]: '2026-07-28', [`${meta}/clientCapabilities`]: {} };
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': method,
  };
  const name = params.name ?? params.uri;
  if (name) headers['Mcp-Name'] = name;
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } });
  const answer = await house.server.request('/mcp', { method: 'POST', headers, body });
  return ((await answer.json()) as { result: T }).result;
}

/** What a host shows of a call of this tool: its app, told of what was asked and of what came of it. */
async function hostOf(name: string, args: object): Promise<string> {
  const { tools } = await ask<{ tools: Tool[] }>('tools/list', {});
  const uri = tools.find((tool) => tool.name === name)?._meta?.ui?.resourceUri ?? '';
  const { contents } = await ask<{ contents: { text: string }[] }>('resources/read', { uri });
  const result = await ask<object>('tools/call', { name, arguments: args });
  // As JSON in a script: nothing in it may end the element.
  const known = JSON.stringify({ html: contents[0]?.text, args, result }).replaceAll('<', '\\u003c');
  return `<!doctype html><html lang="en"><body><iframe title="app" sandbox="allow-scripts" style="width: 600px"></iframe><script>
    const { html, args, result } = ${known};
    const frame = document.querySelector('iframe');
    window.heard = [];
    const send = (message) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*');
    const answers = {
      'ui/initialize': () => ({ protocolVersion: '2026-01-26', hostInfo: { name: 'Another', version: '1' }, hostCapabilities: { serverTools: {} }, hostContext: { theme: 'dark' } }),
      'ui/open-link': () => ({}),
      'ui/message': () => ({}),
      'tools/call': ({ name }) => name === 'refresh' ? { content: [{ type: 'text', text: 'fresh' }] } : null,
    };
    addEventListener('message', ({ source, data }) => {
      if (source !== frame.contentWindow) return;
      window.heard.push(data);
      if (data.id !== undefined) {
        const answer = answers[data.method]?.(data.params);
        send(answer ? { id: data.id, result: answer } : { id: data.id, error: { code: -32000, message: 'not here' } });
      }
      if (data.method === 'ui/notifications/initialized') {
        send({ method: 'ui/notifications/tool-input', params: { arguments: args } });
        send({ method: 'ui/notifications/tool-result', params: result });
      }
      if (data.method === 'ui/notifications/size-changed') frame.style.height = data.params.height + 'px';
    });
    frame.srcdoc = html;
  </script></body></html>`;
}

async function open(visitor: Visitor): Promise<Page> {
  const page = await visitor.context.newPage();
  page.on('pageerror', (error) => visitor.complaints.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error') visitor.complaints.push(message.text());
  });
  await page.goto(site.url);
  return page;
}

interface Heard {
  method: string;
  params: unknown;
}

const heardBy = (page: Page) => page.evaluate(() => (window as unknown as { heard: Heard[] }).heard);

test('a renderer of an example shows its data in another host, as tall as it is', async () => {
  const columns = [{ kind: 'ramp', name: 'height', start: 3, step: 2 }];
  await ask('tools/call', {
    name: 'data-lab__make_table',
    arguments: { path: 'plot.csv', rows: 10, columns },
  });
  host = await hostOf('data-lab__summarise', { path: 'plot.csv' });
  const visitor = await house.visitor();
  const page = await open(visitor);
  const chart = page.frameLocator('iframe').frameLocator('iframe');
  await chart.getByRole('heading', { name: 'plot.csv: 10 rows' }).waitFor();
  await chart.getByRole('cell', { name: 'height' }).waitFor();
  const tall = await chart.locator('html').evaluate((root) => root.getBoundingClientRect().height);
  await page.waitForFunction(
    (tall) => Math.abs((document.querySelector('iframe')?.clientHeight ?? 0) - tall) < 2,
    tall,
  );
  const first = (await heardBy(page))[0];
  expect(first).toMatchObject({ method: 'ui/initialize', params: { protocolVersion: '2026-01-26' } });
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('a template calls tools, opens links and speaks through another host', async () => {
  const value = { text: '</script><script>window.pwned = 1</script>', lines: '\u2028' };
  host = await hostOf('speaking__say', { value });
  const visitor = await house.visitor();
  const page = await open(visitor);
  const said = page.frameLocator('iframe').frameLocator('iframe');
  await said.getByText('["fresh","not here"]').waitFor();
  expect(JSON.parse((await said.locator('#data').textContent()) ?? '')).toEqual(value);
  expect(await said.locator('#theme').textContent()).toBe('["dark","dark"]');
  expect(JSON.parse((await said.locator('#told').textContent()) ?? '')).toEqual([{ value }, 'done']);
  const heard = (await heardBy(page)).filter(({ method }) => !method.startsWith('ui/notifications/'));
  expect(heard.slice(1).map(({ method, params }) => [method, params])).toEqual([
    ['tools/call', { name: 'refresh', arguments: { again: true } }],
    ['ui/open-link', { url: 'https://a.example/' }],
    ['ui/message', { role: 'user', content: [{ type: 'text', text: 'done' }] }],
    ['tools/call', { name: 'forbidden', arguments: {} }],
  ]);
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});
