import { expect, test } from 'vitest';
import { inside, Stage } from './attacks/stage';
import { aroundWays, leaving, staying } from './attacks/ways-out';
import { tryAll } from './attacks/within-reach';

const stage = Stage.forThisFile();

test('a template gets hold of nothing around it', async () => {
  const visitor = await stage.house.visitor();
  const { page } = visitor;
  let asked = 0;
  page.on('dialog', (dialog) => {
    asked += 1;
    void dialog.dismiss();
  });
  await stage.attack(visitor, tryAll());
  expect(await inside(page).locator('#got').textContent()).toBe('[]');
  expect(asked).toBe(0);
  expect(visitor.context.pages()).toHaveLength(1);
  await visitor.leave();
});

test('the same page would get hold of much where it stands unprotected', async () => {
  stage.pages.set('/bare', `<body><script>const data = { api: location.origin }; ${tryAll()}</script>`);
  const visitor = await stage.house.visitor();
  const bare = await visitor.context.newPage();
  bare.on('dialog', (dialog) => void dialog.accept());
  await bare.goto(`${stage.site.url}/bare`);
  const got = JSON.parse((await bare.locator('#got').textContent()) ?? '') as string[];
  expect(got).toEqual(
    expect.arrayContaining(['the DOM of the page', 'cookies', 'local storage', 'a database']),
  );
  expect(got).toEqual(
    expect.arrayContaining(['an origin', 'an answer to a question', 'the API behind its back']),
  );
  await visitor.leave();
});

test('a template carries nothing out, by whatever way', async () => {
  const visitor = await stage.house.visitor();
  const { page } = visitor;
  stage.site.heard.length = 0;
  const together = Object.values(staying).map((way) => `try { ${way} } catch {}`);
  for (const way of [...Object.values(leaving), together.join('\n')]) {
    await stage.attack(visitor, `${aroundWays(stage.site.url)}\n${way}`);
    await stage.settle(page);
    expect(stage.site.heard.splice(0), way).toEqual(['GET /by-the-page']);
    expect(page.url(), way).toContain('/ui/calls/');
    expect(visitor.context.pages(), way).toHaveLength(1);
  }
  await visitor.leave();
}, 120_000);

test('each of these ways leads out of a page that stands unprotected', async () => {
  const visitor = await stage.house.visitor();
  const bare = await visitor.context.newPage();
  for (const [name, way] of Object.entries({ ...leaving, ...staying })) {
    stage.pages.set('/bare', `<body><script>${aroundWays(stage.site.url)}\n${way}</script>`);
    const arrived = stage.site.hears(`/${name}`);
    await bare.goto(`${stage.site.url}/bare`).catch(() => null);
    await arrived;
  }
  stage.site.heard.length = 0;
  await visitor.leave();
});

test('what is put into a template stays data', async () => {
  const visitor = await stage.house.visitor();
  const { page } = visitor;
  const value = {
    script: '</script><script>window.pwned = 1</script>',
    comment: '<!--<script>',
    lines: '\u2028\u2029\0\u007f\ufeff',
    pattern: "$& $' $` $1 </head>",
    quotes: '"\\\'`$' + '{1}',
    tag: '<img src=x onerror="window.pwned = 1">',
  };
  const hostile = JSON.parse(`{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}`);
  await stage.show(visitor, 'show', Object.assign(hostile, value));
  const frame = inside(page);
  const shown = JSON.parse((await frame.locator('#data').textContent()) ?? '') as Record<string, unknown>;
  expect(shown).toMatchObject(value);
  expect(Object.keys(shown)).toContain('__proto__');
  const left = await frame.locator('body').evaluate(() => {
    const world = window as unknown as { pwned?: number };
    return { pwned: world.pwned ?? null, polluted: ({} as { polluted?: number }).polluted ?? null };
  });
  expect(left).toEqual({ pwned: null, polluted: null });
  await visitor.leave();
});

test('a template that never stops does not hold up the page', async () => {
  const visitor = await stage.house.visitor();
  const { page } = visitor;
  const looping = page.waitForEvent('console', (message) => message.text() === 'looping');
  const code = "setTimeout(() => { console.log('looping'); for (;;); }, 0)";
  await stage.show(visitor, 'run', { code });
  await looping;
  // Were the loop in the page's own process, nothing here would ever be answered.
  await page.getByRole('radio', { name: 'Raw result' }).click();
  await page.getByRole('tree', { name: 'Result' }).waitFor();
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await page.getByRole('heading', { name: 'Tools', level: 1 }).waitFor();
  await visitor.leave();
});

test('a frame is as tall as it may be, however loudly it asks, and only it is heard', async () => {
  const visitor = await stage.house.visitor();
  const { page } = visitor;
  await page.addInitScript(() => {
    const heights: string[] = [];
    Object.assign(window, { heights });
    const look = (changes: MutationRecord[]) => {
      for (const { target } of changes)
        if (target instanceof HTMLIFrameElement) heights.push(target.style.height);
    };
    new MutationObserver(look).observe(document, { attributeFilter: ['style'], subtree: true });
    // Messages arrive in the order in which they were sent: with this one, all are here.
    addEventListener('message', ({ data }) => {
      if (data?.height === 1e9) Object.assign(window, { heard: true });
    });
  });
  await stage.attack(
    visitor,
    `const say = (height, to = parent) => to.postMessage({ type: 'pegboard:height', height }, '*');
     for (const height of [NaN, Infinity, '900', {}, [], null, -1]) say(height);
     for (const to of [top, parent.parent]) say(777, to);
     for (let i = 0; i < 20_000; i++) say(100 + (i % 2) * 50);
     for (const message of [null, 1, 'pegboard:height', { type: 'pegboard:height' }]) parent.postMessage(message, '*');
     say(1e9);`,
  );
  await page.waitForFunction(() => 'heard' in window);
  const heights = await page.evaluate(async () => {
    // Somebody else of this page, and of no frame, asks as well.
    postMessage({ type: 'pegboard:height', height: 999 }, '*');
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return (window as unknown as { heights: string[] }).heights;
  });
  const tall = heights.map(Number.parseFloat);
  expect(tall.length).toBeGreaterThan(0);
  // Twenty at once and two a second: far fewer than were asked for, however slow the machine is.
  expect(tall.length).toBeLessThan(200);
  expect(Math.max(...tall)).toBeLessThanOrEqual(2400);
  expect(Math.min(...tall)).toBeGreaterThanOrEqual(48);
  expect(tall).not.toContain(777);
  expect(tall).not.toContain(999);

  const frame = page.locator('iframe[title^="Result of hostile"]');
  await page.getByRole('radio', { name: 'Raw result' }).click();
  await page.getByRole('tree', { name: 'Result' }).waitFor();
  expect(await frame.count()).toBe(0);
  await visitor.leave();
});

test('a template cannot go back in the history of the page', async () => {
  const visitor = await stage.house.visitor();
  const { page } = visitor;
  await visitor.goTo('/tools');
  await stage.attack(visitor, 'history.back(); history.go(-2); history.go(-1)');
  await stage.settle(page);
  expect(page.url()).toContain('/ui/calls/');
  await visitor.leave();
});

test('the address of a frame is as closed when it is opened by itself', async () => {
  const visitor = await stage.house.visitor();
  const { page } = visitor;
  await stage.attack(visitor, '1');
  const address = await page.locator('iframe[title^="Result of hostile"]').getAttribute('src');
  const alone = await visitor.context.newPage();
  const answer = await alone.goto(address ?? '');
  expect(answer?.headers()['content-security-policy']).toContain('sandbox allow-scripts;');
  expect(await alone.evaluate(() => self.origin)).toBe('null');
  // There is nothing else at this origin: no API, no cookies, no page.
  const origin = new URL(address ?? '').origin;
  for (const path of ['/', '/toolsets', '/ui/', '/session', '/r/', '/r/0']) {
    const response = await fetch(origin + path, {
      headers: { Authorization: `Bearer ${stage.house.server.token}` },
    });
    expect(response.status, path).toBe(404);
    expect(response.headers.get('set-cookie')).toBeNull();
  }
  await visitor.leave();
});
