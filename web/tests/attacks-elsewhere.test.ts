import { expect, test } from 'vitest';
import { Stage } from './attacks/stage';

// Attacks that come with documents, pictures and pages of elsewhere, and on the page itself.
const stage = Stage.forThisFile();

test('pages that refuse to be framed are offered in a tab instead', async () => {
  const visitor = await stage.house.visitor();
  const { page } = visitor;
  const refused = [
    `${stage.site.url}/deny`,
    `${stage.site.url}/ancestors`,
    // Not an allowed host, nobody there, and this very page.
    'http://pages.example/',
    'http://127.0.0.1:9/',
    `${stage.house.server.url}/ui/`,
  ];
  for (const url of refused) {
    await stage.show(visitor, 'frame', url);
    await page.getByText('This page cannot be shown here').waitFor();
    expect(await page.locator('iframe').count(), url).toBe(0);
  }
  await page.getByRole('button', { name: 'Open in a tab' }).first().click();
  const link = page.getByRole('dialog').getByRole('link', { name: 'Open in a new tab' });
  expect(await link.getAttribute('rel')).toContain('noopener');
  expect(visitor.context.pages()).toHaveLength(1);
  await visitor.leave();
});

test('only addresses of the web become frames', async () => {
  const visitor = await stage.house.visitor();
  const { page } = visitor;
  for (const url of [
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:http://127.0.0.1/1',
  ]) {
    await stage.show(visitor, 'frame', url);
    await page.getByText('is not an http or https address').first().waitFor();
    expect(await page.locator('iframe').count(), url).toBe(0);
  }
  await visitor.leave();
});

test('a page in a frame can neither lead this page away nor open windows', async () => {
  stage.pages.set(
    '/framed',
    `<body>framed<script>
      const tries = [() => { top.location = '/away' }, () => { parent.location = '/away' }, () => open('/window'), () => open('/away', '_top'),
        () => { const a = document.createElement('a'); a.href = '/away'; a.target = '_top'; document.body.append(a); a.click() }, () => alert(1)];
      for (const attempt of tries) { try { attempt() } catch {} }
      console.log('attacked');
    </script>`,
  );
  const visitor = await stage.house.visitor();
  const { page } = visitor;
  page.on('dialog', () => expect.unreachable('a frame asked something'));
  const attacked = page.waitForEvent('console', (message) => message.text() === 'attacked');
  // By the other name of this machine, as a tool's own server is shown.
  const address = `http://localhost:${stage.site.port}/framed`;
  await stage.show(visitor, 'frame', address);
  await attacked;
  await stage.settle(page);
  expect(stage.site.heard).not.toContain('GET /away');
  expect(stage.site.heard).not.toContain('GET /window');
  expect(page.url()).toContain('/ui/calls/');
  expect(visitor.context.pages()).toHaveLength(1);
  expect(await page.frameLocator(`iframe[src="${address}"]`).locator('body').textContent()).toContain(
    'framed',
  );
  await visitor.leave();
});

const markdown = (site: string) => `# Harmless

<script>window.pwned = 1</script>
<img src="x" onerror="window.pwned = 1">
<iframe srcdoc="<script>top.pwned = 1</script>"></iframe>
<form action="${site}/form"><input name="password" type="password"><button>Sign in</button></form>
<div style="position: fixed; inset: 0; z-index: 999">over everything</div>
<a id="page" name="root" href="javascript:window.pwned = 1">html</a>

[one](javascript:window.pwned=1) [two](JaVaScRiPt:window.pwned=1) [three](<java\nscript:window.pwned=1>)
[four](data:text/html,<script>1</script>) [five](vbscript:1) [six](//${site.replace('http://', '')}/six)
[seven](&#106;avascript:window.pwned=1) <javascript:window.pwned=1>

![tracked](${site}/beacon.png) ![tracked]( ${site}/beacon2.png "x") ![](javascript:window.pwned=1)
![drawn](data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20width='9'%20height='9'%20onload='top.pwned=1'%3E%3Cscript%3Etop.pwned=1%3C/script%3E%3Cimage%20href='${site}/in-svg'/%3E%3C/svg%3E)

[away](${site}/link)
`;

test('a Markdown document brings no HTML, loads nothing, and leads nowhere unasked', async () => {
  const visitor = await stage.house.visitor();
  const { page } = visitor;
  stage.site.heard.length = 0;
  await stage.show(visitor, 'document', markdown(stage.site.url));
  const preview = page.getByRole('article', { name: /^Preview/ });
  await preview.getByText('<script>window.pwned = 1</script>').waitFor();
  const brought = await preview.evaluate((article) => ({
    elements: [
      ...article.querySelectorAll('script, iframe, form, input, style, object, embed, svg image, [onerror]'),
    ].map((e) => e.outerHTML),
    styled: article.querySelectorAll('[style]').length,
    ids: [...article.querySelectorAll('[id], [name]')].map((e) => e.outerHTML),
    addresses: [...article.querySelectorAll('a')].map((a) => a.getAttribute('href')),
    pictures: [...article.querySelectorAll('img')].map((img) => img.src.slice(0, 19)),
    pwned: (window as unknown as { pwned?: number }).pwned ?? null,
  }));
  expect(brought).toEqual({
    elements: [],
    styled: 0,
    ids: [],
    addresses: [`${stage.site.url}/link`],
    pictures: ['data:image/svg+xml,'],
    pwned: null,
  });
  await preview.getByRole('link', { name: 'away' }).click();
  const asked = page.getByRole('dialog');
  await asked.getByText(`${stage.site.url}/link`).waitFor();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await preview.getByRole('link', { name: 'away' }).click({ button: 'middle' });
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await stage.settle(page);
  expect(stage.site.heard).toEqual(['GET /by-the-page']);
  expect(visitor.context.pages()).toHaveLength(1);
  await visitor.leave();
});

test('a Markdown document that takes minutes to read does not hold up the page', async () => {
  const visitor = await stage.house.visitor();
  const { page } = visitor;
  await stage.show(visitor, 'document', `# Long\n\n${']'.repeat(150_000)}`);
  // It is read apart from the page, which meanwhile does what it is asked.
  await page.getByRole('radio', { name: 'Raw result' }).click();
  await page.getByRole('textbox', { name: 'Result' }).waitFor();
  await page.getByRole('radio', { name: 'View' }).click();
  await page.getByText('too long or too intricate to be drawn').waitFor();
  await visitor.leave();
});

test('an SVG of the workspace is a picture: no script, nothing loaded, no links', async () => {
  const visitor = await stage.house.visitor();
  const { page } = visitor;
  const { url } = stage.site;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="40" onload="top.pwned = 1">
    <script>top.pwned = 1; fetch('${url}/svg-script')</script><style>@import '${url}/svg-style'; rect { fill: url('${url}/svg-fill') }</style>
    <image xlink:href="${url}/svg-image" width="9" height="9"/><a xlink:href="${url}/svg-link"><rect width="90" height="40"/></a>
    <foreignObject width="90" height="40"><iframe xmlns="http://www.w3.org/1999/xhtml" src="${url}/svg-frame"/></foreignObject></svg>`;
  await stage.house.server.put('default', 'board.svg', svg);
  stage.site.heard.length = 0;
  await visitor.goTo('/chats/default/workspace?path=board.svg');
  const picture = page.getByRole('img', { name: 'board.svg' });
  await picture.waitFor();
  // An address with no origin, so that it has none in a tab of its own either.
  expect(await picture.getAttribute('src')).toMatch(/^data:image\/svg\+xml/);
  await picture.click();
  await stage.settle(page);
  expect(stage.site.heard).toEqual(['GET /by-the-page']);
  expect(await page.evaluate(() => (window as unknown as { pwned?: number }).pwned ?? null)).toBeNull();
  await visitor.leave();
});

test('an HTML file of the workspace runs only in its sandbox, and its address only downloads', async () => {
  const visitor = await stage.house.visitor();
  const { page } = visitor;
  const script = `try { top.document.title = 'pwned' } catch {} fetch('${stage.site.url}/file').catch(() => 0); document.body.append(self.origin)`;
  await stage.house.server.put(
    'default',
    'page.html',
    `<!doctype html><body>file <script>${script}</script>`,
  );
  stage.site.heard.length = 0;
  await visitor.goTo('/chats/default/workspace?path=page.html');
  await page
    .frameLocator('iframe[title="page.html"]')
    .frameLocator('iframe')
    .getByText('file null')
    .waitFor();
  await stage.settle(page);
  expect(stage.site.heard).toEqual(['GET /by-the-page']);
  expect(await page.title()).not.toBe('pwned');
  const raw = await stage.house.server.request('/chats/default/workspace/files/page.html');
  expect(raw.headers.get('content-disposition')).toContain('attachment');
  expect(raw.headers.get('content-security-policy')).toContain('sandbox');
  expect(raw.headers.get('x-content-type-options')).toBe('nosniff');
  await visitor.leave();
});

test('nobody puts this page into a frame to have its buttons pressed', async () => {
  const { url, token } = stage.house.server;
  stage.pages.set(
    '/trap',
    `<p>Win a prize</p><iframe src="${url}/ui/#token=${token}"></iframe><iframe src="${url}/docs/"></iframe>`,
  );
  const visitor = await stage.house.visitor();
  const trap = await visitor.context.newPage();
  await trap.goto(`${stage.site.url}/trap`);
  const framed = trap.frames().filter((frame) => frame !== trap.mainFrame());
  expect(framed).toHaveLength(2);
  for (const frame of framed) expect(frame.url()).toBe('chrome-error://chromewebdata/');
  await visitor.leave();
});

test('the API takes nothing from a page of elsewhere', async () => {
  const { url, token } = stage.house.server;
  const body = JSON.stringify({ source_type: 'local', source_ref: '/' });
  const ask = (headers: Record<string, string>) =>
    fetch(`${url}/toolsets/import`, { method: 'POST', body, headers });
  const key = { Authorization: `Bearer ${token}` };
  expect((await ask({ 'Content-Type': 'text/plain' })).status).toBe(401);
  expect((await ask({ 'Content-Type': 'text/plain', ...key })).status).toBe(415);
  expect((await ask({ 'Content-Type': 'application/json', Origin: 'null', ...key })).status).toBe(403);
  expect((await ask({ 'Content-Type': 'application/json', Origin: stage.site.url, ...key })).status).toBe(
    403,
  );
});
