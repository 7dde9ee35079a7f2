import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { example, House, themes, type Visitor } from './house';
import { copied, edited, zipped } from './house/archive';
import { drop } from './house/drop';
import { tabTo } from './house/keyboard';

// The first toolset makes the Python environment, which takes a while; here no flow waits for that.
const house = House.forThisFile({ toolsets: ['rough-edges'] });

/** Lets go of a toolset that a flow needs to find missing. */
async function without(id: string): Promise<void> {
  const { items } = await house.server.json<{ items: { id: string }[] }>('/toolsets');
  if (items.some((one) => one.id === id)) await house.server.request(`/toolsets/${id}`, { method: 'DELETE' });
}

for (const theme of themes) {
  test(`an example is installed from its ZIP with the keyboard alone, in the ${theme} theme`, async () => {
    await without('data-lab');
    const archive = await zipped(example('data-lab'));
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await tabTo(page, page.getByRole('button', { name: 'Import a toolset' }));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('import a toolset');
    await page.keyboard.press('Enter');
    const choose = page.getByRole('button', { name: 'Choose a ZIP…' });
    await tabTo(page, choose);
    await visitor.picture(`import-choose-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    const asked = page.waitForEvent('filechooser');
    await tabTo(page, choose);
    await page.keyboard.press('Enter');
    await (await asked).setFiles(archive);

    const window = page.getByRole('dialog', { name: 'Install Data Lab 1.0.0?' });
    await window.waitFor();
    await window.getByText('data-lab:summarise').waitFor();
    await window.getByRole('list', { name: 'Effects' }).getByText('Loads its Python code').waitFor();
    await visitor.picture(`import-review-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    expect(await installed('data-lab')).toBe(false);

    await tabTo(page, window.getByRole('button', { name: 'Install' }));
    await page.keyboard.press('Enter');
    const done = page.getByRole('dialog', { name: 'Data Lab 1.0.0 is installed' });
    await done.getByText('2 tools can be called now.').waitFor();
    await visitor.picture(`import-done-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await tabTo(page, done.getByRole('link', { name: /summarise/i }).first());
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/tools\/data-lab(:|%3A)summarise/);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  test(`a toolset is installed by dropping its ZIP anywhere, in the ${theme} theme`, async () => {
    await without('notes');
    const content = await readFile(await zipped(example('notes')));
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await drop(page, 'notes.zip', content, async () => {
      await page.getByText('Drop the ZIP to look inside').waitFor();
      await visitor.picture(`import-drop-${theme}`);
    });
    const window = page.getByRole('dialog', { name: 'Install Notes 1.0.0?' });
    await window.getByRole('button', { name: 'Install' }).click();
    await page.getByRole('dialog', { name: 'Notes 1.0.0 is installed' }).waitFor();
    await page.getByRole('button', { name: 'Close' }).last().click();
    await toolsetLine(visitor, 'Notes').getByText('2 tools').waitFor();
    await visitor.picture(`toolsets-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);

    await drop(page, 'again.zip', content);
    await page.getByRole('dialog', { name: 'Notes 1.0.0 is here already' }).waitFor();
    await page.keyboard.press('Escape');
    await drop(page, 'holiday.jpg', Buffer.from('no archive'));
    await page.getByRole('alert').getByText('“holiday.jpg” is no ZIP').waitFor();
    await drop(page, 'broken.zip', Buffer.from('no archive either'));
    await page.getByRole('alert').getByText(/zip/i).first().waitFor();
    await visitor.picture(`import-refused-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await visitor.leave();
  });

  test(`an upgrade says first what it changes, in the ${theme} theme`, async () => {
    await without('notes');
    const folder = await copied(example('notes'));
    await house.server.install(folder);
    const override = { name_override: 'Jot down' };
    await house.server.json('/tools/notes:add_note/override', override, 'PUT');
    await edited(folder, 'toolset.yaml', upgraded);
    await edited(folder, 'tools/notebook.py', (code) => `${code}\n# better\n`);

    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo('/toolsets/notes');
    await page.getByRole('button', { name: 'Upgrade…' }).click();
    expect(await page.getByLabel('Absolute path of the folder').inputValue()).toBe(folder);
    await page.getByRole('button', { name: 'Look inside' }).click();
    const window = page.getByRole('dialog', { name: 'Upgrade Notes from 1.0.0 to 1.1.0?' });
    expect(await lines(window.getByRole('list', { name: 'Tools that change' }))).toEqual([
      '−gone:forget_notes',
      '+new:wipe_notes',
    ]);
    await window.getByRole('list', { name: 'Files that change' }).getByText('tools/notebook.py').waitFor();
    await window.getByText('Kept: 1 override of your own.').waitFor();
    await visitor.picture(`upgrade-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await window.getByRole('button', { name: 'Upgrade' }).click();
    await page.getByText('Notes is upgraded from 1.0.0 to 1.1.0.').waitFor();
    await page.getByRole('dialog').getByRole('link', { name: 'Jot down' }).waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  test(`a toolset’s page shows, exports and removes it, in the ${theme} theme`, async () => {
    await without('app-builder');
    await house.server.install(example('app-builder'));
    await house.server.call('app-builder:write_file', { path: 'a.txt', content: 'a' });
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo('/toolsets/app-builder');
    await page.getByRole('link', { name: 'Run Command' }).waitFor();
    await page.getByText('tools/shell.py').waitFor();
    await visitor.picture(`toolset-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const archive = await saved;
    expect(archive.suggestedFilename()).toBe('app-builder.zip');
    expect((await readFile(await archive.path())).subarray(0, 2).toString()).toBe('PK');

    await page.getByRole('button', { name: 'Uninstall…' }).click();
    const window = page.getByRole('alertdialog', { name: 'Uninstall App Builder?' });
    await window.getByText('3 tools').waitFor();
    await window.getByText(/The record of \d calls? stays/).waitFor();
    await visitor.picture(`uninstall-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await window.getByRole('button', { name: 'Uninstall' }).click();
    await page.getByText('App Builder is removed.').first().waitFor();
    await page.getByRole('heading', { name: 'Toolsets', level: 1 }).waitFor();
    expect(await installed('app-builder')).toBe(false);
    await page.goto(`${house.server.url}/ui/toolsets/app-builder`);
    await page.getByText('No toolset has this id').waitFor();
    await visitor.leave();
  });
}

test('a switch shows at once, and goes back when the server refuses', async () => {
  await without('notes');
  await house.server.install(example('notes'));
  const visitor = await house.visitor();
  const { page } = visitor;
  const line = toolsetLine(visitor, 'Notes');
  const control = line.getByRole('switch', { name: 'Notes is on' });
  await control.click();
  await line.getByText('off', { exact: true }).waitFor();
  await page.reload();
  await line.getByText('off', { exact: true }).waitFor();
  await control.click();
  await line.getByText('off', { exact: true }).waitFor({ state: 'detached' });

  // The answer is held back, so that what is seen before it is the page's own doing.
  let refuse = () => {};
  const refused = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  const detail = 'Somebody else is upgrading it.';
  await page.route('**/toolsets/notes/enable', async (route) => {
    await refused;
    const problem = { type: 'urn:pegboard:problem:conflict', title: 'Conflict', status: 409, detail };
    await route.fulfill({ status: 409, contentType: 'application/problem+json', json: problem });
  });
  await control.click();
  await line.getByText('off', { exact: true }).waitFor();
  refuse();
  await page.getByText(detail).first().waitFor();
  await line.getByText('off', { exact: true }).waitFor({ state: 'detached' });
  await visitor.leave();
});

test('a toolset from an address tells its steps, and is installed though the window is closed', async () => {
  await without('data-lab');
  const content = await readFile(await zipped(example('data-lab')));
  const site = createServer((_, response) => response.end(content)).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  const visitor = await house.visitor();
  const { page } = visitor;
  await page.getByRole('button', { name: 'Import a toolset' }).click();
  await page.getByRole('tab', { name: 'Address' }).click();
  const address = page.getByLabel('Address of a ZIP');
  await address.fill('data-lab.zip');
  await page.keyboard.press('Enter');
  await page.getByText('An address begins with http:// or https://').waitFor();
  await address.fill(`http://127.0.0.1:${port}/data-lab.zip`);
  await page.keyboard.press('Enter');

  // The answer is held back until the steps were seen and the window was closed, however fast the server is.
  let closed = () => {};
  const whenClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  await page.route('**/toolsets/import*', async (route) => {
    const response = await route.fetch();
    await whenClosed;
    await route.fulfill({ response });
  });
  await page.getByRole('dialog').getByRole('button', { name: 'Install' }).click();
  const window = page.getByRole('dialog', { name: 'Installing Data Lab' });
  await window.getByRole('list', { name: 'Steps so far' }).getByText('Installing data-lab 1.0.0').waitFor();
  await visitor.picture('import-steps');
  expect(await visitor.accessibilityFaults()).toEqual([]);
  await page.keyboard.press('Escape');
  await window.waitFor({ state: 'detached' });
  closed();
  await page.getByText('Data Lab 1.0.0 is installed.').first().waitFor();
  await toolsetLine(visitor, 'Data Lab').waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
  site.close();
});

test('the rooms of toolsets hold on a phone', async () => {
  await house.server.install(example('app-builder'));
  const visitor = await house.visitor('light', 390);
  const { page } = visitor;
  for (const [place, shown] of [
    ['/toolsets', 'App Builder'],
    ['/toolsets/app-builder', 'Run Command'],
  ] as const) {
    await visitor.goTo(place);
    await page.getByRole('main').getByText(shown).first().waitFor();
    await visitor.picture(`phone${place.replaceAll('/', '-')}`);
    expect(await sideways(visitor), place).toBe(0);
    expect(await visitor.accessibilityFaults(), place).toEqual([]);
  }
  await visitor.goTo('/toolsets');
  await page.getByRole('button', { name: 'Import a toolset' }).click();
  await page.getByRole('tab', { name: 'Folder on the server' }).click();
  await page.getByLabel('Absolute path of the folder').fill(example('slow-lane'));
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Install Slow Lane 1.0.0?' }).waitFor();
  await visitor.picture('phone-import');
  expect(await sideways(visitor)).toBe(0);
  await visitor.leave();
});

/** The next version of the notes: one tool goes, one comes. */
function upgraded(manifest: string): string {
  return manifest
    .replace('version: "1.0.0"', 'version: "1.1.0"')
    .replace('id: forget_notes', 'id: wipe_notes');
}

function toolsetLine(visitor: Visitor, name: string) {
  const list = visitor.page.getByRole('list', { name: 'Toolsets' });
  return list.getByRole('listitem').filter({ has: visitor.page.getByRole('link', { name, exact: true }) });
}

async function lines(list: ReturnType<Visitor['page']['getByRole']>): Promise<string[]> {
  await list.waitFor();
  return (await list.getByRole('listitem').allInnerTexts()).map((line) => line.replaceAll('\n', ''));
}

async function installed(id: string): Promise<boolean> {
  const { items } = await house.server.json<{ items: { id: string }[] }>('/toolsets');
  return items.some((one) => one.id === id);
}

/** By how many pixels the page is wider than its window. */
function sideways({ page }: Visitor): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
