import type { FrameLocator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aroundWays, leaving, staying } from './attacks/ways-out';
import { tryAll } from './attacks/within-reach';
import { House, installMade, Site, type Visitor } from './house';
import { acting } from './house/app-server';

// Hostile apps of MCP servers on a call's page.
const house = House.forThisFile();
let site: Site;

beforeAll(async () => {
  site = await Site.open((_, response) => response.end('somebody else'));
  await installMade(house.server, acting('hostile'));
  await installMade(house.server, acting('victim'));
});
afterAll(() => site.close());

/** The app, inside of the two frames around it. */
function inside(page: Page): FrameLocator {
  return page.frameLocator('iframe[title^="App of mcp:hostile~acts"]').frameLocator('iframe');
}

/** Shows the app with `code` in it, and waits until it has run. Gives the call's id. */
async function attack(visitor: Visitor, code: string): Promise<string> {
  const attacked = visitor.page.waitForEvent('console', (message) => message.text() === 'attacked');
  const api = house.server.url;
  const { id } = await house.server.call('mcp:hostile~acts:run', { code, api });
  await visitor.goTo(`/calls/${id}`);
  await attacked;
  return id;
}

/** The calls of one tool, the newest first. */
async function callsOf(tool: string): Promise<{ id: string; args: object; chat_id: string }[]> {
  const query = new URLSearchParams({ tool_id: tool });
  return (await house.server.json<{ items: [] }>(`/calls?${query}`)).items;
}

test('an app gets hold of nothing around it', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  let asked = 0;
  page.on('dialog', (dialog) => {
    asked += 1;
    void dialog.dismiss();
  });
  await attack(visitor, tryAll());
  expect(await inside(page).locator('#got').textContent()).toBe('[]');
  expect(asked).toBe(0);
  expect(visitor.context.pages()).toHaveLength(1);
  await visitor.leave();
});

test('an app carries nothing out, by whatever way', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  const together = Object.values(staying).map((way) => `try { ${way} } catch {}`);
  for (const way of [...Object.values(leaving), together.join('\n')]) {
    await attack(visitor, `${aroundWays(site.url)}\n${way}`);
    // The page may frame the site, and that request is the last one.
    await page.evaluate(async (url) => {
      const frame = document.createElement('iframe');
      const loaded = new Promise((resolve) => frame.addEventListener('load', resolve));
      frame.src = url;
      document.body.append(frame);
      await loaded;
      frame.remove();
    }, `${site.url}/by-the-page`);
    expect(site.heard.splice(0), way).toEqual(['GET /by-the-page']);
    expect(page.url(), way).toContain('/ui/calls/');
    expect(visitor.context.pages(), way).toHaveLength(1);
  }
  await visitor.leave();
}, 120_000);

test('an app calls only its own server’s tools, and of those only the ones for apps', async () => {
  const visitor = await house.visitor();
  const names = [
    'hidden',
    'nothing',
    'mcp:victim~acts:count',
    'victim~acts:count',
    '../mcp:victim~acts:count',
    'mcp__victim_acts__count',
    '',
  ];
  const code = `(async () => {
    for (const name of ${JSON.stringify(names)}) write(outcome(await ask('tools/call', { name })).slice(0, 8));
    write(outcome(await ask('tools/call', { name: 'count', arguments: { by: 'the app' } })));
    write(outcome(await ask('resources/read', { uri: 'ui://acting/view.html' })).includes('An app'));
    write('over');
  })()`;
  const shown = await attack(visitor, code);
  const heard = inside(visitor.page).locator('#heard li');
  await heard.getByText('over').waitFor();
  const lines = await heard.allTextContents();
  expect(lines.slice(0, names.length)).toEqual(names.map(() => 'refused:'));
  expect(JSON.parse(lines.at(-3) ?? '')).toMatchObject({ structuredContent: { count: 1 } });
  expect(lines.at(-2)).toBe('true');
  expect(await callsOf('mcp:victim~acts:count')).toEqual([]);
  expect(await callsOf('mcp:hostile~acts:hidden')).toEqual([]);
  // The one that was made is a call like every other, in the chat of the one that is shown.
  const [made] = await callsOf('mcp:hostile~acts:count');
  const { chat_id } = await house.server.json<{ chat_id: string }>(`/calls/${shown}`);
  expect(made).toMatchObject({ args: { by: 'the app' }, chat_id });
  await visitor.leave();
});

test('an app that cries without end is heard no more than others', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  const before = (await callsOf('mcp:hostile~acts:count')).length;
  await attack(
    visitor,
    `for (let i = 0; i < 5000; i++) say({ id: 'x' + i, method: 'tools/call', params: { name: 'count' } });
     for (let i = 0; i < 5000; i++) say({ method: 'ui/notifications/size-changed', params: { height: i } });
     say({ method: 'ui/notifications/size-changed', params: { height: 'a'.repeat(2e6) } });
     for (const to of [top, parent.parent]) to.postMessage({ jsonrpc: '2.0', id: 1, method: 'ui/message', params: { content: { type: 'text', text: 'past the frame' } } }, '*');
     ask('ui/message', { content: { type: 'text', text: 'b'.repeat(2e6) } }).then((answer) => write(outcome(answer)));`,
  );
  await inside(page).getByText('refused: a message has at most a million characters').waitFor();
  expect((await callsOf('mcp:hostile~acts:count')).length - before).toBeLessThanOrEqual(20);
  expect(await page.getByRole('region', { name: 'Messages of the app' }).count()).toBe(0);
  const height = await page.locator('iframe[title^="App of"]').evaluate((frame) => frame.clientHeight);
  expect(height).toBeLessThanOrEqual(2400);
  await visitor.leave();
});

test('an app that never stops does not hold up the page', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  const looping = page.waitForEvent('console', (message) => message.text() === 'looping');
  await attack(visitor, "setTimeout(() => { console.log('looping'); for (;;); }, 0)");
  await looping;
  // Were the loop in the page's own process, nothing here would ever be answered.
  await page.getByRole('radio', { name: 'Raw result' }).click();
  await page.getByRole('tree', { name: 'Result' }).waitFor();
  await visitor.leave();
});
