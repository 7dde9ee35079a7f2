// Runs first in a template that is shown as an MCP App, in the frame inside of ours: gives it what it finds on
// Pegboard's own page, and a way to the host. What is known of the call came as this frame's name.
(() => {
  const known = JSON.parse(window.name);
  window.__TOOL_DATA__ = known.data;
  const waiting = new Map();
  let lastId = 0;
  const ask = (what, ...args) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      window.parent.postMessage({ pegboard: 'ask', id: lastId, what, args }, '*');
    });
  window.__TOOL_HOST__ = {
    ...known.host,
    callTool: (name, args) => ask('callTool', name, args),
    openLink: (url) => ask('openLink', url),
    sendMessage: (text) => ask('sendMessage', text),
  };
  if (known.host.theme) document.documentElement.dataset.theme = known.host.theme;
  window.addEventListener('message', (event) => {
    const message = event.data;
    if (event.source !== window.parent || !message || message.pegboard !== 'answer') return;
    const asked = waiting.get(message.id);
    waiting.delete(message.id);
    if (!asked) return;
    if ('error' in message) asked.reject(new Error(message.error));
    else asked.resolve(message.result);
  });
  const root = document.documentElement;
  const tell = () => {
    const height = Math.ceil(root.getBoundingClientRect().height);
    window.parent.postMessage({ pegboard: 'height', height }, '*');
  };
  new ResizeObserver(tell).observe(root);
  window.addEventListener('load', tell);
})();
