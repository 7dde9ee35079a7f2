import { readFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { example, House, type Visitor } from './house';
import { zipped } from './house/archive';
import { drop } from './house/drop';
import { tabTo } from './house/keyboard';

// The first toolset makes the Python environment, which takes a while; here no flow waits for that.
const house = House.forThisFile({ toolsets: ['rough-edges'] });

beforeEach(async () => {
  const { items } = await house.server.json<{ items: { id: string }[] }>('/toolsets');
  if (items.some(({ id }) => id === 'app-builder')) {
    await house.server.request('/toolsets/app-builder', { method: 'DELETE' });
  }
});

const written = 'print("written")\n';

/** What the file of a flow holds now. */
async function content(path: string): Promise<string> {
  return (await house.server.request(`/chats/default/workspace/files/${path}`)).text();
}

/** Waits until the saved state shows, which the page says itself. */
async function saved({ page }: Visitor): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).and(page.locator(':disabled')).waitFor();
  await page.getByText('not saved').waitFor({ state: 'detached' });
}

test('with the mouse alone a newcomer installs, runs, sees, edits and goes back', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await drop(page, 'app-builder.zip', await readFile(await zipped(example('app-builder'))));
  await page.getByRole('dialog').getByRole('button', { name: 'Install' }).click();
  await page
    .getByRole('dialog', { name: /is installed/ })
    .getByRole('link', { name: /write file/i })
    .first()
    .click();

  // What is typed has no other way than keys; where it is typed is chosen with the mouse.
  await page.getByLabel('path').click();
  await page.keyboard.insertText('mouse.py');
  await page.getByLabel('content').click();
  await page.keyboard.insertText(written);
  await page.getByRole('button', { name: /^Run/ }).click();
  await page.getByRole('status').filter({ hasText: 'Result' }).getByText('success').waitFor();
  const editor = page.getByRole('textbox', { name: 'mouse.py' });
  await editor.waitFor();
  await visitor.picture('new-user-result');

  await editor.click();
  await page.keyboard.insertText('# mine\n');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saved(visitor);
  expect(await content('mouse.py')).toContain('# mine');

  await page.getByRole('link', { name: 'Workspace' }).first().click();
  await page.getByRole('tab', { name: 'History' }).click();
  await page
    .getByRole('button', { name: /a call changed it/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Restore this state' }).click();
  await page.getByText('The workspace is as it was then.', { exact: true }).waitFor();
  expect(await content('mouse.py')).toBe(written);
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('with the keyboard alone a newcomer installs, runs, sees, edits and goes back', async () => {
  const visitor = await house.visitor('dark');
  const { page } = visitor;
  await tabTo(page, page.getByRole('button', { name: 'Import a toolset' }).first());
  await page.keyboard.press('Enter');
  const asked = page.waitForEvent('filechooser');
  await tabTo(page, page.getByRole('button', { name: 'Choose a ZIP…' }));
  await page.keyboard.press('Enter');
  await (await asked).setFiles(await zipped(example('app-builder')));
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Install' }));
  await page.keyboard.press('Enter');
  const done = page.getByRole('dialog', { name: /is installed/ });
  await tabTo(page, done.getByRole('link', { name: /write file/i }).first());
  await page.keyboard.press('Enter');

  await tabTo(page, page.getByLabel('path'));
  await page.keyboard.type('keys.py');
  await tabTo(page, page.getByLabel('content'));
  await page.keyboard.insertText(written);
  await page.keyboard.press('Control+Enter');
  await page.getByRole('status').filter({ hasText: 'Result' }).getByText('success').waitFor();

  const editor = page.getByRole('textbox', { name: 'keys.py' });
  await tabTo(page, editor);
  await page.keyboard.type('# mine');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+s');
  await saved(visitor);
  expect(await content('keys.py')).toContain('# mine');

  // Escape lets the Tab key leave the editor.
  await page.keyboard.press('Escape');
  await tabTo(page, page.getByRole('link', { name: 'Workspace' }).first());
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('tab', { name: 'Files' }));
  await page.keyboard.press('ArrowRight');
  await tabTo(page, page.getByRole('button', { name: /a call changed it/ }).first());
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('button', { name: 'Restore this state' }));
  await page.keyboard.press('Enter');
  await page.getByText('The workspace is as it was then.', { exact: true }).waitFor();
  expect(await content('keys.py')).toBe(written);
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});
