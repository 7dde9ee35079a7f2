// Tells the page around this one how tall the content is, whenever that changes.
(() => {
  const root = document.documentElement;
  const tell = () => {
    const height = Math.ceil(root.getBoundingClientRect().height);
    window.parent.postMessage({ type: "pegboard:height", height }, "*");
  };
  new ResizeObserver(tell).observe(root);
})();
