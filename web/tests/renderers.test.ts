import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { echoToolset, House, installMade, themes, type Visitor } from './house';
import { tabTo } from './house/keyboard';
import { png } from './house/media';

const house = House.forThisFile({ toolsets: ['app-builder', 'notes'] });

/** A chat of its own. */
async function chat(): Promise<string> {
  return (await house.server.json<{ id: string }>('/chats', { title: 'Renderers' })).id;
}

/** Writes a file by a call and opens the call's page. */
async function written(visitor: Visitor, path: string, content: string): Promise<string> {
  const id = await chat();
  const call = await house.server.call('app-builder:write_file', { path, content }, id);
  await visitor.goTo(`/calls/${call.id}`);
  await visitor.page.getByRole('textbox', { name: path }).waitFor();
  return id;
}

/** Waits for a notice. A screen reader is told the same text elsewhere. */
function said(page: Page, text: string): Promise<void> {
  return page.getByText(text, { exact: true }).first().waitFor();
}

interface Manifest {
  source: string;
}

/** What led to the states of a workspace, newest first. */
async function sources(chat: string): Promise<string[]> {
  const { items } = await house.server.json<{ items: Manifest[] }>(`/chats/${chat}/workspace/manifests`);
  return items.map(({ source }) => source);
}

for (const theme of themes) {
  test(`a file is edited in its result, saved as a state of its own, and taken back, in the ${theme} theme`, async () => {
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    const id = await written(visitor, 'app.py', 'print(1)\n');
    const editor = page.getByRole('textbox', { name: 'app.py' });
    await editor.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('# mine');
    await page.keyboard.press('Enter');
    await said(page, 'not saved');
    await visitor.picture(`editor-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await page.keyboard.press('Control+s');
    await said(page, 'app.py saved');
    expect((await house.server.file(id, 'app.py')).toString()).toBe('# mine\nprint(1)\n');
    expect((await sources(id))[0]).toBe('edit');

    await page.getByRole('button', { name: 'Undo' }).click();
    await said(page, 'app.py is as it was');
    expect((await house.server.file(id, 'app.py')).toString()).toBe('print(1)\n');
    await page.getByText('# mine').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Open in workspace' }).click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.getByRole('textbox', { name: 'app.py' }).waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  test(`who was slower sees both and chooses, in the ${theme} theme`, async () => {
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    const id = await written(visitor, 'both.txt', 'one\ntwo\n');
    const editor = page.getByRole('textbox', { name: 'both.txt' });
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('mine');
    // Somebody else is faster.
    await house.server.put(id, 'both.txt', 'one\nTWO\n');
    await page.getByRole('alert').getByText('both.txt changed while you edited it.').waitFor();
    await page.getByRole('button', { name: 'Show the difference' }).click();
    await page.getByRole('textbox', { name: 'Difference' }).waitFor();
    await visitor.picture(`conflict-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    expect((await house.server.file(id, 'both.txt')).toString()).toBe('one\nTWO\n');

    await page.getByRole('button', { name: 'Take theirs' }).click();
    await editor.getByText('TWO').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await editor.getByText('mine').waitFor();
    await page.keyboard.press('Escape');
    await editor.click();
    await page.keyboard.press('Control+s');
    await said(page, 'both.txt saved');
    expect((await house.server.file(id, 'both.txt')).toString()).toBe('one\ntwo\nmine');
    await visitor.leave();
  });
}

test('a save is refused where the page has not heard of the change yet', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  const id = await written(visitor, 'race.txt', 'one\n');
  // Somebody else writes at the very last moment.
  await page.route(/files\/race\.txt/, async (route) => {
    if (route.request().method() === 'PUT') await house.server.put(id, 'race.txt', 'theirs\n');
    await route.continue();
  });
  const editor = page.getByRole('textbox', { name: 'race.txt' });
  await editor.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('mine ');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('race.txt changed while you edited it.').waitFor();
  expect((await house.server.file(id, 'race.txt')).toString()).toBe('theirs\n');
  await page.unroute(/files\/race\.txt/);
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await said(page, 'race.txt saved');
  expect((await house.server.file(id, 'race.txt')).toString()).toBe('mine one\n');
  await visitor.leave();
});

test('nobody leaves unsaved text behind by accident', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await written(visitor, 'left.txt', 'one\n');
  await page.getByRole('textbox', { name: 'left.txt' }).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('mine ');
  await page.getByRole('link', { name: 'Toolsets' }).click();
  await page.getByRole('alertdialog', { name: 'Leave without saving?' }).waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('mine one').waitFor();
  await page.getByRole('button', { name: 'Revert' }).click();
  await page.getByRole('link', { name: 'Toolsets' }).click();
  await page.getByRole('heading', { name: 'Toolsets', level: 1 }).waitFor();
  await visitor.leave();
});

/** Files that a careless editor would change by showing them. */
const delicate: Record<string, string> = {
  'windows.md': '---\r\ntitle: "x"\r\n---\r\n# Title\r\n\r\n| a |\r\n|---|\r\n| 1 |\r\n\r\nno ending',
  'mark.md': '\uFEFF# Title\n\n* one\n+ two\n\n\n',
  'mixed.txt': 'one\r\ntwo\nthree\rfour',
  'spaces.md': 'text  \n\ttab \n\u00a0\u2028\n',
};

test('a file is never changed by being shown, and only where it is typed into', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  const id = await chat();
  for (const [path, content] of Object.entries(delicate)) await house.server.put(id, path, content);
  const before = await sources(id);
  for (const path of Object.keys(delicate)) {
    await visitor.goTo(`/chats/${id}/workspace?path=${path}`);
    const source = page.getByRole('radio', { name: 'Source' });
    const editor = page.getByRole('textbox', { name: path });
    await source.or(editor).first().waitFor();
    if (path.endsWith('.md')) {
      await page.getByRole('radio', { name: 'Preview' }).click();
      await page
        .getByRole('article', { name: `Preview of ${path}` })
        .getByText(/Title|text/)
        .first()
        .waitFor();
      await source.click();
    }
    await editor.click();
    await page.keyboard.press('Control+s');
    expect(await page.getByText('not saved').count(), path).toBe(0);
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('x');
    await said(page, 'not saved');
    await page.keyboard.press('Control+z');
    await page.getByText('not saved').waitFor({ state: 'detached' });
  }
  expect(await sources(id)).toEqual(before);
  for (const [path, content] of Object.entries(delicate)) {
    expect((await house.server.file(id, path)).toString(), path).toBe(content);
  }

  await visitor.goTo(`/chats/${id}/workspace?path=windows.md`);
  await page.getByRole('radio', { name: 'Source' }).click();
  await page.getByRole('textbox', { name: 'windows.md' }).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('more');
  await page.keyboard.press('Control+s');
  await said(page, 'windows.md saved');
  expect((await house.server.file(id, 'windows.md')).toString()).toBe(`${delicate['windows.md']}\r\nmore`);
  await visitor.leave();
});

test('a value is walked through, searched and copied by the keyboard alone', async () => {
  await installMade(house.server, echoToolset('values', [{ id: 'show', renderer: [] }]));
  const visitor = await house.visitor();
  const { page } = visitor;
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const rows = Array.from({ length: 40_000 }, (_, id) => ({ id, name: `row ${id}`, text: 'x'.repeat(100) }));
  const call = await house.server.call('values:show', { value: { rows, 'odd key': [true, null] } });
  await visitor.goTo(`/calls/${call.id}`);
  const region = page.locator('section', { has: page.getByRole('tree') }).first();
  const tree = region.getByRole('tree').first();
  await tabTo(page, tree);
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  // More than five megabytes, and no more rows than fit.
  expect(await tree.getByRole('treeitem').count()).toBeLessThan(60);

  await region.getByRole('searchbox', { name: 'Find in the value' }).first().fill('row 31234');
  await region.getByText('1 found').waitFor();
  await page.keyboard.press('Enter');
  const active = tree.getByRole('treeitem', { selected: true });
  await active.getByText('row 31234').waitFor();
  await region.getByText('$.rows[31234].name').waitFor();
  await region.getByRole('button', { name: 'Copy path' }).click();
  await said(page, 'Path copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('$.rows[31234].name');
  await visitor.picture('json-tree', 'window');
  expect(await visitor.accessibilityFaults()).toEqual([]);
  await visitor.leave();
});

test('a picture that is read from a file is shown', async () => {
  const id = await chat();
  const made = png(48, 32, (x, y) => [x * 5, y * 7, 120]);
  await house.server.put(id, 'chart.png', made);
  const call = await house.server.call('read_file', { path: 'chart.png' }, id);
  const visitor = await house.visitor();
  const { page } = visitor;
  await visitor.goTo(`/calls/${call.id}`);
  const picture = page.getByRole('img', { name: 'What the tool answered with' });
  await picture.waitFor();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(48);
  expect(await visitor.accessibilityFaults()).toEqual([]);
  await page.getByRole('radio', { name: 'Raw result' }).click();
  await page.getByText('base64').first().waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('what cannot be shown says why, beside the raw result', async () => {
  const tools = [
    { id: 'missing', renderer: ['type: code', 'file: nowhere.py'] },
    { id: 'outside', renderer: ['type: code', 'file: $return.path'] },
    { id: 'gone', renderer: ['type: html', 'artifact: $return.page'] },
    { id: 'warned', renderer: ['type: code', 'content: $return.nothing'] },
  ];
  await installMade(house.server, echoToolset('broken', tools));
  const visitor = await house.visitor();
  const { page } = visitor;
  const show = async (tool: string, value: unknown) => {
    const { id } = await house.server.call(`broken:${tool}`, { value });
    await visitor.goTo(`/calls/${id}`);
  };
  await show('missing', { rawest: 1 });
  await page.getByRole('alert').getByText('there is no file `nowhere.py`').waitFor();
  await page.getByRole('tree', { name: 'Result' }).getByText('rawest').waitFor();
  await show('gone', { page: 'artifacts/nothing.html' });
  await page.getByRole('alert').getByText('artifacts/nothing.html').waitFor();
  await page.getByRole('tree', { name: 'Result' }).getByText('page:').waitFor();
  await show('outside', { path: '../../etc/passwd' });
  await page.getByRole('alert').getByText('it leads out of the folder').waitFor();
  await page.getByRole('radio', { name: 'Raw result' }).click();
  await page.getByRole('tree', { name: 'Result' }).getByText('path:').waitFor();
  await show('warned', { something: 1 });
  await page.getByText('`$return.nothing` has no value').waitFor();
  await visitor.leave();
});
