import { describe, expect, test } from 'vitest';
import { AppHost, type Doors } from './app-host';
import type { Outgoing } from './messages';

const answered = { content: [{ type: 'text', text: 'done' }] };

/** An app's host whose doors are all open, with what it sends and what went through the doors. */
function host(doors: Partial<Doors> = {}) {
  const sent: Outgoing[] = [];
  const used: unknown[][] = [];
  const shown = { tool: { name: 'draw', inputSchema: { type: 'object' } }, args: { a: 1 }, result: answered };
  const open: Doors = {
    callTool: async (...call) => {
      used.push(['call', ...call]);
      return answered;
    },
    readResource: async (uri) => {
      used.push(['read', uri]);
      return { contents: [] };
    },
    openLink: async (url) => {
      used.push(['link', url]);
      return true;
    },
    say: (text) => used.push(['say', text]),
    resize: (height) => used.push(['height', height]),
    ...doors,
  };
  const host = new AppHost(shown, '1.2.3', { theme: 'light' }, open, (message) => sent.push(message), 0);
  const ask = async (method: string, params: unknown = {}, now = 0) => {
    const id = sent.length + 1;
    host.hear({ jsonrpc: '2.0', id, method, params }, now);
    await settled();
    return sent.at(-1);
  };
  const note = (method: string, params: unknown = {}, now = 0) =>
    host.hear({ jsonrpc: '2.0', method, params }, now);
  return { host, sent, used, ask, note };
}

/** After everything that is already decided has been said. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('the host of an app', () => {
  test('says nothing before the app is ready, then what was asked and what came of it', async () => {
    const { host: opened, sent, ask, note } = host();
    expect(await ask('ui/initialize', { protocolVersion: '2026-01-26' })).toMatchObject({
      id: 1,
      result: {
        protocolVersion: '2026-01-26',
        hostInfo: { name: 'Pegboard', version: '1.2.3' },
        hostContext: { theme: 'light', toolInfo: { tool: { name: 'draw' } } },
      },
    });
    opened.surround({ theme: 'dark' });
    expect(sent).toHaveLength(1);
    note('ui/notifications/initialized');
    note('ui/notifications/initialized');
    opened.surround({ theme: 'light' });
    expect(sent.slice(1)).toEqual([
      { jsonrpc: '2.0', method: 'ui/notifications/tool-input', params: { arguments: { a: 1 } } },
      { jsonrpc: '2.0', method: 'ui/notifications/tool-result', params: answered },
      { jsonrpc: '2.0', method: 'ui/notifications/host-context-changed', params: { theme: 'light' } },
    ]);
    // Loaded anew, it is told again, of what holds now.
    opened.surround({ theme: 'dark' });
    expect(await ask('ui/initialize')).toMatchObject({ result: { hostContext: { theme: 'dark' } } });
  });

  test('hands calls, resources, links, messages and heights to the page', async () => {
    const { used, ask, note } = host();
    const call = { name: 'refresh', arguments: { b: 2 } };
    expect(await ask('tools/call', call)).toMatchObject({ result: answered });
    expect(await ask('tools/call', { name: 'refresh' })).toMatchObject({ result: answered });
    expect(await ask('resources/read', { uri: 'ui://x/y' })).toMatchObject({ result: { contents: [] } });
    expect(await ask('ui/open-link', { url: 'https://a.example' })).toMatchObject({ result: {} });
    await ask('ui/message', { role: 'user', content: [{ type: 'text', text: 'hi' }, { type: 'image' }] });
    const inline = { result: { mode: 'inline' } };
    expect(await ask('ui/request-display-mode', { mode: 'fullscreen' })).toMatchObject(inline);
    expect(await ask('ping')).toMatchObject({ result: {} });
    note('ui/notifications/size-changed', { width: 3, height: 1e9 });
    expect(used).toEqual([
      ['call', 'refresh', { b: 2 }],
      ['call', 'refresh', {}],
      ['read', 'ui://x/y'],
      ['link', 'https://a.example/'],
      ['say', 'hi'],
      ['height', 2400],
    ]);
  });

  test('refuses what it does not know, and what is of the wrong shape', async () => {
    const { used, ask } = host();
    for (const [method, params, code] of [
      ['ui/update-model-context', {}, -32601],
      ['sampling/createMessage', {}, -32601],
      ['constructor', {}, -32601],
      ['tools/call', {}, -32602],
      ['tools/call', { name: 'x', arguments: [] }, -32602],
      ['resources/read', { uri: 3 }, -32602],
      ['ui/open-link', { url: 'javascript:alert(1)' }, -32602],
      ['ui/open-link', { url: 'file:///etc/passwd' }, -32602],
      ['ui/open-link', { url: '/calls' }, -32602],
      ['ui/message', { content: [{ type: 'image' }] }, -32602],
    ] as const) {
      expect(await ask(method, params), method).toMatchObject({ error: { code } });
    }
    expect(used).toEqual([]);
  });

  test('hears nothing that is no message', () => {
    const { host: opened, sent, used } = host();
    for (const data of [
      null,
      1,
      'ping',
      [],
      {},
      { jsonrpc: '1.0', id: 1, method: 'ping' },
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: {}, method: 'ping' },
      { jsonrpc: '2.0', id: 'x'.repeat(201), method: 'ping' },
      { jsonrpc: '2.0', id: 1, method: 'ping', params: [] },
    ]) {
      opened.hear(data, 0);
    }
    expect([sent, used]).toEqual([[], []]);
  });

  test('answers only so many calls, however often it is asked', async () => {
    const { used, ask } = host();
    for (let i = 0; i < 25; i++) await ask('tools/call', { name: 'x' });
    expect(used).toHaveLength(20);
    const refused = await ask('tools/call', { name: 'x' });
    expect(refused).toMatchObject({ error: { message: 'too many requests: 30 a minute are answered' } });
    await ask('tools/call', { name: 'x' }, 60_000);
    expect(used).toHaveLength(21);
  });

  test('asks a person about few links', async () => {
    const { used, ask } = host();
    for (let i = 0; i < 10; i++) await ask('ui/open-link', { url: 'https://a.example' });
    expect(used).toHaveLength(3);
    await ask('ui/open-link', { url: 'https://a.example' }, 60_000);
    expect(used).toHaveLength(4);
  });

  test('has only so much under way at once, and answers nobody who is gone', async () => {
    const waiting: (() => void)[] = [];
    const { host: opened, sent } = host({
      callTool: () => new Promise((resolve) => waiting.push(() => resolve(answered))),
    });
    for (let id = 0; id < 10; id++) {
      opened.hear({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'x' } }, 0);
    }
    await settled();
    expect(waiting).toHaveLength(8);
    expect(sent).toHaveLength(2);
    opened.close();
    for (const answer of waiting) answer();
    await settled();
    expect(sent).toHaveLength(2);
  });

  test('stops listening to one that floods', () => {
    const { host: opened, used } = host();
    const grow = { jsonrpc: '2.0', method: 'ui/notifications/size-changed', params: { height: 300 } };
    for (let i = 0; i < 300; i++) opened.hear({ jsonrpc: '2.0', method: 'notifications/message' }, 0);
    opened.hear(grow, 0);
    expect(used).toEqual([]);
    opened.hear(grow, 1000);
    expect(used).toEqual([['height', 300]]);
  });
});
