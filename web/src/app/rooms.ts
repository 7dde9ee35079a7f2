/** Milliseconds between two looks for a server that is away. */
const LOOK_EVERY_MS = 1000;

/**
 * Loads the code of a room that is entered for the first time. Without a server it waits for one: the router's answer to code
 * that cannot be loaded is to load the whole page anew, which would leave nothing but the browser's own error.
 */
export function whenServed<Pages>(load: () => Promise<Pages>): () => Promise<Pages> {
  return () =>
    load().catch(async () => {
      while (!(await answers())) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      return load();
    });
}

function answers(): Promise<boolean> {
  return fetch('/healthz').then(
    ({ ok }) => ok,
    () => false,
  );
}
