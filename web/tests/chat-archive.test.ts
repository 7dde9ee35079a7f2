import { expect, test } from 'vitest';
import { House, themes } from './house';
import { drop } from './house/drop';

// A whole chat goes out as a ZIP and comes in again as another chat.
const house = House.forThisFile();

interface Chat {
  id: string;
  title: string;
  messages: { id: string }[];
}

/** A chat in which something was said, and that has a file. */
async function talk(title: string): Promise<string> {
  const { id } = await house.server.json<Chat>('/chats', { title });
  const said = [{ type: 'text', text: 'Keep this in mind.' }];
  await house.server.json(`/chats/${id}/messages`, { parent_id: null, role: 'user', content: said });
  await house.server.put(id, 'notes/rain.md', '# Rain');
  return id;
}

for (const theme of themes) {
  test(`a chat is exported from its menu and imported again, in the ${theme} theme`, async () => {
    const id = await talk(`Old papers ${theme}`);
    const visitor = await house.visitor(theme, 390);
    const { page } = visitor;
    await visitor.goTo(`/chats/${id}`);
    await page.getByText('Keep this in mind.').waitFor();
    await page.getByRole('button', { name: 'More about this chat' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Export' }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe(`old-papers-${theme}.chat.zip`);
    const archive = await file.path();

    await visitor.goTo('/chats');
    await page.getByRole('button', { name: 'Import' }).waitFor();
    await visitor.picture(`chats-import-${theme}-phone`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    // The browser keeps what was downloaded under a name without an ending.
    await page.locator('input[type=file][aria-label="Chat to import"]').setInputFiles(archive);
    await page.getByRole('heading', { level: 1, name: `Old papers ${theme}` }).waitFor();
    await page.getByText('Keep this in mind.').waitFor();
    const imported = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    expect(imported).not.toBe(id);
    expect((await house.server.file(imported, 'notes/rain.md')).toString()).toBe('# Rain');
    await page
      .getByRole('region', { name: /Notifications/ })
      .getByRole('listitem')
      .filter({ hasText: 'is imported.' })
      .hover();
    await page.getByRole('button', { name: 'Undo' }).click();
    // The one that was exported is left.
    const listed = page.getByRole('link', { name: `Old papers ${theme}` });
    await expect.poll(() => listed.count()).toBe(1);
    await expect
      .poll(async () => (await house.server.json<{ items: Chat[] }>('/chats?deleted=true')).items[0]?.id)
      .toBe(imported);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}

test('what is no chat is refused with the reason, also where it is dropped', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  const chats = () => house.server.json<{ items: Chat[] }>('/chats');
  const before = (await chats()).items.length;
  await visitor.goTo('/chats');
  await page.getByRole('button', { name: 'Import' }).waitFor();
  await drop(page, 'chat.zip', Buffer.from('this is no ZIP'));
  await page.getByRole('alert').waitFor();
  await visitor.picture('chats-import-refused');
  expect(await visitor.accessibilityFaults()).toEqual([]);
  expect((await chats()).items).toHaveLength(before);
  await visitor.leave();
});
