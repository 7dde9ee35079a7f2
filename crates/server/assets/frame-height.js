// Tells the page around this one how tall the content is, whenever that changes.
(() => {
  const root = document.documentElement;
  const tell = () => {
    const height = Math.ceil(root.getBoundingClientRect().height);
    window.parent.postMessage({ type: "pegboard:height", height }, "*");
  };
  new ResizeObserver(tell).observe(root);
  // Browsers do not lay out frames that are out of sight, and so observe nothing there.
  window.addEventListener("load", tell);

  // A link to a place in this page would be read relative to the page around it, and so lead out of this one.
  window.addEventListener("click", (event) => {
    const place = event.target?.closest?.("a[href^='#']")?.getAttribute("href");
    if (event.defaultPrevented || place === null || place === undefined) return;
    event.preventDefault();
    window.location.hash = place;
  });
})();
