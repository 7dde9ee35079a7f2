// Hands the messages of MCP Apps on, between the app in the inner frame and the page around both. It cannot leave with
// what it hears, and nobody but these two is heard.
(() => {
  // As the page around counts them; a message beyond that would only cost it time.
  const LENGTH_MAX = 1_000_000;
  const inner = () => document.querySelector("iframe")?.contentWindow ?? null;
  // Bright or dark like the page around: an app that leaves its ground open lies on that page's.
  const dress = ({ params, result }) => {
    const theme = params?.theme ?? result?.hostContext?.theme;
    if (theme === "light" || theme === "dark") document.documentElement.style.colorScheme = theme;
  };
  // As JSON only: nothing else than data gets through.
  const written = (data) => {
    if (typeof data !== "object" || data === null || data.jsonrpc !== "2.0") return null;
    try {
      return JSON.stringify(data);
    } catch {
      return null;
    }
  };
  const refuse = (id) => {
    const error = { code: -32600, message: "a message has at most a million characters" };
    inner().postMessage({ jsonrpc: "2.0", id, error }, "*");
  };
  window.addEventListener("message", ({ data, source }) => {
    if (window.parent === window || source === null) return;
    if (source === window.parent) {
      if (data?.jsonrpc !== "2.0") return;
      dress(data);
      inner()?.postMessage(data, "*");
    } else if (source === inner()) {
      const text = written(data);
      if (text === null) return;
      if (text.length <= LENGTH_MAX) window.parent.postMessage(JSON.parse(text), "*");
      else if (data.id !== undefined && data.method !== undefined) refuse(data.id);
    }
  });
})();
