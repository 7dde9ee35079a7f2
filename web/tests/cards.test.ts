import { afterAll, beforeAll, expect, test } from 'vitest';
import { echoToolset, House, installMade, Site, page as sitePage, themes, type Visitor } from './house';

const house = House.forThisFile({ toolsets: ['notes'] });
let site: Site;

beforeAll(async () => {
  site = await Site.open(sitePage('<p>taken</p>'));
  const renderer = [
    'type: card',
    'title: "Weather in {{value}}"',
    'accent_color: "#6c63ff"',
    'background_color: "rgba(108, 99, 255, 0.10)"',
  ];
  await installMade(house.server, echoToolset('cards', [{ id: 'show', renderer }]));
});
afterAll(async () => {
  await site.close();
});

/** Opens a call whose recorded plan is a card with this HTML, as if the server had cleaned nothing. */
async function openCard(visitor: Visitor, html: string, config: object = {}): Promise<void> {
  const { page } = visitor;
  const { id } = await house.server.call('notes:add_note', { subject: 'Card', text: 'x' });
  const call = await house.server.json<object>(`/calls/${id}`);
  const render_plan = { renderer: 'card', config: { html, title: 'Weather', ...config } };
  await page.route(`**/calls/${id}`, (route, request) =>
    request.resourceType() === 'fetch' ? route.fulfill({ json: { ...call, render_plan } }) : route.fallback(),
  );
  await visitor.goTo(`/calls/${id}`);
  await page.getByTitle('Card: Weather').waitFor();
}

for (const theme of themes) {
  test(`a card is a sheet of paper with its title, its stripe and its height, in the ${theme} theme`, async () => {
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    const html = `<div style="padding:16px;height:300px;position:fixed" onclick="x()"><b>21 °C</b>
      <p style="color:#666">Valletta</p><script>parent.document.title = 'taken'</script></div>`;
    const { id } = await house.server.call('cards:show', { value: { html, title: 'Valletta now' } });
    await visitor.goTo(`/calls/${id}`);
    const card = page.getByRole('region', { name: 'Valletta now' });
    await card.getByText('Valletta now').waitFor();
    const frame = page.frameLocator('iframe[title="Card: Valletta now"]');
    await frame.getByText('21 °C').waitFor();
    await expect.poll(async () => (await card.locator('iframe').boundingBox())?.height).toBe(332);
    expect(await card.evaluate((one) => getComputedStyle(one).borderLeftColor)).toBe('rgb(108, 99, 255)');
    const ground = await frame.locator('html').evaluate((one) => getComputedStyle(one).backgroundColor);
    expect(ground).toBe('rgb(240, 239, 255)');
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await visitor.picture(`card-${theme}`);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}

test('the colours of a card may be names', async () => {
  const visitor = await house.visitor('light', 390);
  const { page } = visitor;
  await openCard(visitor, '<p>dark</p>', { accent_color: 'tomato', background_color: 'midnightblue' });
  const body = page.frameLocator('iframe[title="Card: Weather"]').locator('body');
  await body.getByText('dark').waitFor();
  expect(await body.evaluate((one) => getComputedStyle(one).color)).toBe('rgb(255, 255, 255)');
  const card = page.getByRole('region', { name: 'Weather' });
  expect(await card.evaluate((one) => getComputedStyle(one).borderLeftColor)).toBe('rgb(255, 99, 71)');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await visitor.leave();
});

test('nothing runs, loads or leaves in a card whose HTML was not cleaned', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  const out = site.url;
  const html = `<p>hostile</p>
    <script>parent.document.title = 'taken'; fetch('${out}/script')</script>
    <img src="${out}/picture" onerror="parent.document.title = 'taken'">
    <svg onload="parent.document.title = 'taken'"></svg>
    <meta http-equiv="refresh" content="0;url=${out}/refresh">
    <link rel="stylesheet" href="${out}/style"><style>@import url(${out}/import); p { background: url(${out}/ground) }</style>
    <iframe src="${out}/frame"></iframe><object data="${out}/object"></object>
    <video src="${out}/video" autoplay></video>
    <form action="${out}/form" target="_top"><button>Send</button></form>
    <div style="position:fixed;inset:0;background:red">over everything</div>`;
  await openCard(visitor, html, {
    accent_color: 'red;position:fixed',
    background_color: `url(${out}/colour)`,
  });
  const frame = page.frameLocator('iframe[title="Card: Weather"]');
  await frame.getByRole('button', { name: 'Send' }).dispatchEvent('click');
  // What the page itself does afterwards comes after what the card would have asked for.
  await page.getByRole('radio', { name: 'Raw result' }).click();
  await page.getByRole('region', { name: 'Result' }).waitFor();
  expect(site.heard).toEqual([]);
  expect(await page.title()).not.toBe('taken');
  expect(new URL(page.url()).origin).toBe(house.server.url);
  await visitor.leave();
});

test('a link in a card asks before it leads away, and one that is a script leads nowhere', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await openCard(
    visitor,
    `<a href="https://example.com/a?b=1"><b>more</b></a> <a href="javascript:parent.document.title='taken'">run</a>
     <a href="${site.url}/top" target="_top">top</a>`,
  );
  const frame = page.frameLocator('iframe[title="Card: Weather"]');
  await frame.getByText('run').click();
  await frame.getByText('more').click();
  const dialog = page.getByRole('dialog', { name: 'Open example.com?' });
  await dialog.getByText('https://example.com/a?b=1').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await frame.getByText('top').click();
  await page.getByRole('dialog', { name: /^Open 127/ }).waitFor();
  expect(site.heard).toEqual([]);
  expect(await page.title()).not.toBe('taken');
  await visitor.leave();
});
