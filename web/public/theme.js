// Runs before the first paint, so that no page flashes in the wrong theme. `src/app/theme.ts` writes what this reads.
(() => {
  let chosen = 'system';
  try {
    chosen = localStorage.getItem('pegboard-theme') ?? 'system';
  } catch {
    // A browser that keeps nothing follows the system.
  }
  const dark =
    chosen === 'dark' || (chosen === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
