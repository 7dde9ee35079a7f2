// Makes a template of ours an MCP App. A template reads window.__TOOL_DATA__ when it is loaded, and a host tells an app
// of a result when it is there: so the template is loaded in a frame of its own each time there is something to show.
(() => {
  const PROTOCOL = '2026-01-26';
  const DATA = 'pegboard/data';
  const template = JSON.parse(document.getElementById('template').textContent);
  const host = { input: null, output: null, status: 'pending', theme: null };
  const waiting = new Map();
  let lastId = 0;
  let frame = null;
  const send = (message) => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const request = (method, params) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      send({ id: lastId, method, params });
    });
  const show = (data) => {
    const next = document.createElement('iframe');
    next.name = JSON.stringify({ data, host });
    next.sandbox = 'allow-scripts';
    next.srcdoc = template;
    if (frame) frame.replaceWith(next);
    else document.body.append(next);
    frame = next;
  };
  const textOf = (result) => {
    const texts = (result.content || []).filter((part) => part.type === 'text');
    return texts.map((part) => part.text).join('\n');
  };
  const dressed = (context) => {
    if (context?.theme) host.theme = context.theme;
  };
  const told = {
    'ui/notifications/tool-input': (params) => {
      host.input = params.arguments ?? null;
      host.status = 'running';
    },
    'ui/notifications/tool-result': (result) => {
      const output = result.structuredContent === undefined ? textOf(result) : result.structuredContent;
      host.output = output;
      host.status = result.isError ? 'error' : 'done';
      // A host that drops what it does not know leaves the tool's own result.
      const meta = result._meta ?? {};
      show(DATA in meta ? meta[DATA] : output);
    },
    'ui/notifications/tool-cancelled': () => {
      host.status = 'cancelled';
    },
    'ui/notifications/host-context-changed': dressed,
  };
  const asked = {
    callTool: (name, args) => request('tools/call', { name, arguments: args ?? {} }),
    openLink: (url) => request('ui/open-link', { url }),
    sendMessage: (text) => request('ui/message', { role: 'user', content: [{ type: 'text', text }] }),
  };
  const ofHost = (message) => {
    if (message.method === undefined) {
      const answered = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error) answered?.reject(new Error(message.error.message));
      else answered?.resolve(message.result);
    } else if (message.id === undefined) {
      told[message.method]?.(message.params ?? {});
    } else if (message.method === 'ping' || message.method === 'ui/resource-teardown') {
      send({ id: message.id, result: {} });
    } else {
      send({ id: message.id, error: { code: -32601, message: 'unknown method' } });
    }
  };
  const ofTemplate = (message) => {
    if (message.pegboard === 'height' && Number.isFinite(message.height)) {
      frame.style.height = `${message.height}px`;
      const params = { width: document.documentElement.scrollWidth, height: message.height };
      send({ method: 'ui/notifications/size-changed', params });
    } else if (message.pegboard === 'ask' && Object.hasOwn(asked, message.what)) {
      const answer = (what) => frame.contentWindow.postMessage({ pegboard: 'answer', id: message.id, ...what }, '*');
      asked[message.what](...message.args).then(
        (result) => answer({ result }),
        (error) => answer({ error: error.message }),
      );
    }
  };
  window.addEventListener('message', (event) => {
    const message = event.data;
    if (typeof message !== 'object' || message === null) return;
    if (event.source === window.parent && message.jsonrpc === '2.0') ofHost(message);
    else if (frame && event.source === frame.contentWindow) ofTemplate(message);
  });
  const begin = {
    appInfo: { name: 'pegboard-renderer', version: '1.0.0' },
    appCapabilities: { availableDisplayModes: ['inline'] },
    protocolVersion: PROTOCOL,
  };
  request('ui/initialize', begin).then(
    (answer) => {
      dressed(answer?.hostContext);
      send({ method: 'ui/notifications/initialized', params: {} });
    },
    () => {},
  );
})();
