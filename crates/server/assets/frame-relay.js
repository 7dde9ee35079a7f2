// Hands the height of the inner page to the page around both, and nothing else.
(() => {
  window.addEventListener("message", ({ data, source }) => {
    const inner = document.querySelector("iframe")?.contentWindow;
    if (!inner || source !== inner || window.parent === window) return;
    if (data?.type !== "pegboard:height" || !Number.isFinite(data.height)) return;
    window.parent.postMessage({ type: "pegboard:height", height: Math.max(0, data.height) }, "*");
  });
})();
