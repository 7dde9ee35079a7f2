import { expect, test } from 'vitest';
import { House, themes } from './house';

const house = House.forThisFile({ toolsets: ['app-builder', 'notes', 'rough-edges', 'slow-lane'] });

/** A call that goes on while the test looks at it; its end comes when the tool is done or cancelled. */
function callInBackground(tool: string, args: object): Promise<{ id: string }> {
  return house.server.call(tool, args);
}

for (const theme of themes) {
  test(`the timeline shows calls as they happen and finds them by filters, in the ${theme} theme`, async () => {
    await house.server.call('notes:add_note', { subject: 'Tea', text: 'Green' });
    await house.server.call('rough-edges:raise_error', {}).catch(() => undefined);
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo('/calls');
    await page
      .getByRole('link', { name: /raise_error/ })
      .first()
      .waitFor();
    await visitor.picture(`calls-${theme}`, 'window');
    expect(await visitor.accessibilityFaults()).toEqual([]);

    await house.server.call('notes:add_note', { subject: 'Live', text: theme });
    await page.getByRole('link', { name: new RegExp(`Live.*${theme}`) }).waitFor();

    await page.getByLabel('Status').selectOption('error');
    await page.waitForURL(/status=error/);
    await page
      .getByRole('link', { name: /add_note/ })
      .first()
      .waitFor({ state: 'detached' });
    const shown = page.getByRole('list', { name: 'Calls' }).getByRole('link');
    await shown.first().waitFor();
    const others = async () =>
      (await shown.count()) - (await shown.and(page.getByRole('link', { name: /^error / })).count());
    await expect.poll(others).toBe(0);
    await page.reload();
    await page
      .getByRole('link', { name: /raise_error/ })
      .first()
      .waitFor();
    expect(await page.getByLabel('Status').inputValue()).toBe('error');
    await page.getByLabel('Tool', { exact: true }).selectOption('notes:add_note');
    await page.getByText('No call is like that').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page
      .getByRole('link', { name: /add_note/ })
      .first()
      .waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  test(`a call’s page shows what it was asked, what came and what changed, in the ${theme} theme`, async () => {
    const { id } = await house.server.call('notes:add_note', { subject: `Page ${theme}`, text: 'Green' });
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo(`/calls/${id}`);
    await page.getByText(`Page ${theme}`).first().waitFor();
    await page.getByText(`notes/page-${theme}.md`).first().waitFor();
    await page.getByRole('heading', { name: /Change of one file/ }).waitFor();
    await page.getByRole('log').or(page.getByText('wrote page-')).first().waitFor();
    await visitor.picture(`call-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await page.getByRole('radio', { name: 'Raw result' }).click();
    await page.getByRole('region', { name: 'Result' }).waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  test(`a failed call says why and what its tool printed, in the ${theme} theme`, async () => {
    const { id } = await house.server.call('rough-edges:half_way', {});
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo(`/calls/${id}`);
    await page.getByText('The tool’s own code failed.').waitFor();
    await visitor.picture(`call-failed-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await visitor.leave();
  });

  test(`a running call shows its log as it comes, and ends when it is cancelled, in the ${theme} theme`, async () => {
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo('/calls');
    const call = callInBackground('slow-lane:count', { to: 90, pause: 0.1 });
    await page.getByRole('link', { name: /^running slow-lane:count/ }).click();
    await page.getByRole('log').getByText('7').first().waitFor();
    await visitor.picture(`call-running-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Somebody ended it.').waitFor();
    await page.getByRole('heading', { name: /^Change/ }).waitFor();
    await call;
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  test(`a waiting call is approved or denied on its page, in the ${theme} theme`, async () => {
    const command = { command: `echo ${theme} > said.txt; cat said.txt` };
    const first = await house.server.call('app-builder:run_command', command);
    const second = await house.server.call('app-builder:run_command', command);
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo(`/calls/${first.id}`);
    await page.getByRole('button', { name: 'Approve and run' }).waitFor();
    await visitor.picture(`call-pending-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await page.getByRole('button', { name: 'Approve and run' }).click();
    await page.getByRole('heading', { name: 'Result', exact: true }).waitFor();

    await visitor.goTo(`/calls/${second.id}`);
    await page.getByRole('button', { name: 'Approve and run' }).waitFor();
    await page.keyboard.press('d');
    await page.getByRole('dialog').getByLabel('Reason').fill('not today');
    await page.keyboard.press('Enter');
    await page.getByText('not today').waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}

test('the keyboard goes through the calls and opens one', async () => {
  await house.server.call('notes:add_note', { subject: 'Keys', text: 'first' });
  await house.server.call('notes:add_note', { subject: 'Keys', text: 'second' });
  const visitor = await house.visitor();
  const { page } = visitor;
  await visitor.goTo('/calls');
  await page.getByRole('link', { name: /"second"/ }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'notes:add_note', level: 1 }).waitFor();
  await page.getByText('first', { exact: false }).first().waitFor();
  await visitor.leave();
});

test('a call that happens before the page hears of anything is shown as well', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route('**/events', async (route) => {
    await opened;
    await route.continue();
  });
  await visitor.goTo('/calls');
  await page.getByRole('search').waitFor();
  await page.getByRole('list', { name: 'Calls' }).waitFor();
  await house.server.call('notes:add_note', { subject: 'Unheard', text: 'early' });
  open();
  await page.getByRole('link', { name: /"Unheard"/ }).waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('a list that is read does not move when calls come in', async () => {
  for (let at = 0; at < 40; at += 1)
    await house.server.call('notes:add_note', { subject: 'Many', text: `${at}` });
  const visitor = await house.visitor();
  const { page } = visitor;
  await visitor.goTo('/calls');
  await page.getByRole('link', { name: /"Many","text":"39"/ }).hover();
  await page.mouse.wheel(0, 600);
  const line = page.getByRole('link', { name: /"Many","text":"15"/ });
  await line.waitFor();
  await page.waitForFunction(() => window.scrollY > 500);
  const before = await line.boundingBox();
  await house.server.call('notes:add_note', { subject: 'New', text: 'one' });
  await house.server.call('notes:add_note', { subject: 'New', text: 'two' });
  await page.getByRole('button', { name: '2 new' }).waitFor();
  expect(await line.boundingBox()).toEqual(before);
  await visitor.picture('calls-new', 'window');
  await page.getByRole('button', { name: '2 new' }).click();
  await page.getByRole('link', { name: /"New","text":"two"/ }).waitFor();
  await visitor.leave();
});

test('the row with the focus keeps its place, however far one scrolls', async () => {
  for (let at = 0; at < 60; at += 1)
    await house.server.call('notes:add_note', { subject: 'Far', text: `${at}` });
  const visitor = await house.visitor();
  const { page } = visitor;
  await visitor.goTo('/calls');
  const top = page.getByRole('link', { name: /"Far","text":"59"/ });
  await top.waitFor();
  const place = () => top.evaluate((row) => row.getBoundingClientRect().top + window.scrollY);
  const before = await place();
  await page.keyboard.press('j');
  await page.mouse.wheel(0, 2200);
  const below = page.getByRole('link', { name: /"Far","text":"5"/ });
  await below.waitFor();
  await page.waitForFunction(() => window.scrollY > 1500);
  expect(await top.evaluate((row) => row === document.activeElement)).toBe(true);
  expect(await place()).toBe(before);
  const steps = await page
    .getByRole('list', { name: 'Calls' })
    .getByRole('listitem')
    .evaluateAll((rows) => rows.slice(1).map((row) => row.getBoundingClientRect().top));
  expect(steps.slice(1).every((at, index) => at > (steps[index] ?? 0))).toBe(true);
  await page.keyboard.press('j');
  await page
    .getByRole('link', { name: /"Far","text":"58"/ })
    .and(page.locator(':focus'))
    .waitFor();
  await visitor.leave();
});

test('a call can be taken along as a command', async () => {
  const { id } = await house.server.call('notes:add_note', { subject: "it's", text: 'hot' });
  const visitor = await house.visitor();
  const { page, context } = visitor;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await visitor.goTo(`/calls/${id}`);
  const copied = async (entry: string) => {
    await page.getByRole('button', { name: 'More about this call' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
    await page.getByText('Copied').first().waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  expect(await copied('Copy as pegboard call')).toContain(
    `pegboard call notes:add_note --args '{"subject":"it'\\''s","text":"hot"}' --chat `,
  );
  expect(await copied('Copy as curl')).toContain(`${new URL(page.url()).origin}/tools/notes%3Aadd_note/call`);
  await visitor.leave();
});

test('calls can be read on a phone', async () => {
  const { id } = await house.server.call('notes:add_note', { subject: 'Phone', text: 'small' });
  const visitor = await house.visitor('light', 390);
  const { page } = visitor;
  await visitor.goTo('/calls');
  await page.getByRole('link', { name: /Phone/ }).first().waitFor();
  await visitor.picture('calls-phone', 'window');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await visitor.goTo(`/calls/${id}`);
  await page.getByRole('heading', { name: /Change of/ }).waitFor();
  await visitor.picture('call-phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await visitor.accessibilityFaults()).toEqual([]);
  await visitor.leave();
});

test('a call runs again beside itself, as it was or with other arguments', async () => {
  const { id } = await house.server.call('notes:add_note', { subject: 'Again', text: 'first' });
  const visitor = await house.visitor();
  const { page } = visitor;
  await visitor.goTo(`/calls/${id}`);
  await page.getByRole('button', { name: 'Run again…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run again on a branch' });
  const editor = dialog.getByRole('textbox', { name: 'Arguments' });
  await editor.fill('{"subject": "Again", ');
  await dialog.getByText('This is no JSON').waitFor();
  expect(await dialog.getByRole('button', { name: 'Run with these arguments' }).isDisabled()).toBe(true);
  await editor.fill('{"subject": "Again", "text": "second"}');
  await visitor.picture('call-again', 'window');
  expect(await visitor.accessibilityFaults()).toEqual([]);
  await dialog.getByRole('button', { name: 'Run with these arguments' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(id));
  await page.getByText('"second"').or(page.getByText('second')).first().waitFor();
  // It began where the first began, so it adds the file instead of changing it.
  await page.getByRole('heading', { name: 'Change of one file' }).waitFor();
  const again = page.url().split('/').at(-1);
  const call = await house.server.json<{ changes: { added: string[] } }>(`/calls/${again}`);
  expect(call.changes.added).toEqual(['notes/again.md']);
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});
