import { type Colour, paperOf } from './colour';

/** Over what the page's own policy forbids: nothing comes from anywhere, and pictures only from the card itself. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'";

/** The document that shows a card's HTML. The server has cleaned it; nothing here relies on that. */
export function cardDocument(html: string, background: Colour | null): string {
  const { ground, ink } = paperOf(background);
  return `<!doctype html><html lang="und"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<style>
:root { color-scheme: light; }
html { background: ${ground}; }
body { margin: 0; padding: 0; display: flow-root; color: ${ink}; font: 15px/1.45 ui-sans-serif, system-ui, sans-serif; overflow-wrap: anywhere; }
img, table { max-width: 100%; }
</style></head><body>${html}</body></html>`;
}
