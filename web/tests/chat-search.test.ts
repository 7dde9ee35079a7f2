import { expect, test } from 'vitest';
import { House, themes, type Visitor } from './house';

// What was said is found again: from the list of chats, from the palette, at its place in the tree.
const house = House.forThisFile();

interface Message {
  id: string;
}

const say = (chat: string, parent: string | null, role: string, text: string) =>
  house.server.json<Message>(`/chats/${chat}/messages`, {
    parent_id: parent,
    role,
    content: [{ type: 'text', text }],
  });

/** A chat of so many messages that few of them are in sight; the one in the middle says `text`. */
async function long(title: string, text: string): Promise<{ id: string; message: string }> {
  const { id } = await house.server.json<{ id: string }>('/chats', { title });
  let parent: string | null = null;
  let message = '';
  for (let at = 0; at < 40; at += 1) {
    const words: string = at === 20 ? text : `This is the message with the number ${at}.\n\nIt says little.`;
    const { id: made }: Message = await say(id, parent, at % 2 === 0 ? 'user' : 'assistant', words);
    if (at === 20) message = made;
    parent = made;
  }
  return { id, message };
}

const search = ({ page }: Visitor) => page.getByRole('searchbox', { name: 'Search chats' });

for (const theme of themes) {
  test(`a chat is found by what was said in it and opened there, in the ${theme} theme`, async () => {
    const { message } = await long(`Holidays ${theme}`, `We met at the Colosseum in ${theme} Rome.`);
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo('/chats');
    await page.keyboard.press('/');
    await page.keyboard.type(`coloss ${theme}`);
    const found = page.getByRole('link', { name: `Holidays ${theme}` });
    await found.locator('mark').getByText('Colosseum').waitFor();
    await page.waitForURL(/q=coloss/);
    await visitor.picture(`chats-found-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await found.click();
    await page.waitForURL((url) => url.search.includes(message));
    const there = page.locator('li[aria-current=location]');
    await there.getByText('We met at the Colosseum').waitFor();
    await expect.poll(() => isInSight(visitor, message)).toBe(true);
    await visitor.picture(`chat-found-message-${theme}`, 'window');
    expect(await visitor.accessibilityFaults()).toEqual([]);

    await page.goBack();
    await search(visitor).waitFor();
    expect(await search(visitor).inputValue()).toBe(`coloss ${theme}`);
    await search(visitor).fill('what nobody ever said');
    await page.getByText('No chat says that').waitFor();
    await visitor.picture(`chats-not-found-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await page.getByRole('button', { name: 'Show all chats' }).click();
    await found.waitFor();
    expect(await search(visitor).inputValue()).toBe('');
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}

/** Whether the message that is sought is in the window, and stays there. */
function isInSight({ page }: Visitor, message: string): Promise<boolean> {
  return page.evaluate((id) => {
    if (!window.location.search.includes(id)) return false;
    const box = document.querySelector('li[aria-current=location]')?.getBoundingClientRect();
    return box !== undefined && box.top >= 0 && box.bottom <= window.innerHeight;
  }, message);
}

test('what is found on another branch is gone to when somebody says so', async () => {
  const { id } = await house.server.json<{ id: string }>('/chats', { title: 'Two ways' });
  const first = await say(id, null, 'user', 'Which way?');
  const left = await say(id, first.id, 'assistant', 'The left one, to the waterfall.');
  const right = await say(id, first.id, 'assistant', 'The right one.');
  await house.server.json(`/chats/${id}/active-leaf`, { message_id: right.id });
  const visitor = await house.visitor('light', 390);
  const { page } = visitor;
  await visitor.goTo('/chats?q=waterfall');
  await page.getByRole('link', { name: 'Two ways' }).click();
  const note = page.getByRole('note', { name: 'On another branch' });
  await note.waitFor();
  await page.getByText('The right one.').waitFor();
  await visitor.picture('chat-found-elsewhere-phone');
  expect(await visitor.accessibilityFaults()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await note.getByRole('button', { name: 'Go there' }).click();
  await page.getByText('The left one, to the waterfall.').waitFor();
  await note.waitFor({ state: 'detached' });
  await expect.poll(() => isInSight(visitor, left.id)).toBe(true);
  // Whoever goes on by themselves is done with it.
  await page.getByRole('button', { name: 'Later branch' }).click();
  await page.getByText('The right one.').waitFor();
  await page.waitForURL((url) => url.search === '');
  expect(await note.count()).toBe(0);
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

for (const theme of themes) {
  test(`the palette finds a chat however old it is, in the ${theme} theme`, async () => {
    const { id, message } = await long(`Old ${theme}`, `The password was xyzzy, said the ${theme} one.`);
    for (let at = 0; at < 25; at += 1) await house.server.json('/chats', { title: `Newer ${at}` });
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(`xyzzy ${theme}`);
    const option = page.getByRole('option', { name: `Old ${theme}` });
    await option.locator('mark').getByText('xyzzy').waitFor();
    await visitor.picture(`palette-chats-${theme}`, 'window');
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.pathname.endsWith(id) && url.search.includes(message));
    await page.getByText('The password was xyzzy').waitFor();
    await expect.poll(() => isInSight(visitor, message)).toBe(true);

    // The same chat by its title alone.
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').fill(`old ${theme}`);
    await option.first().click();
    await page.waitForURL((url) => url.pathname.endsWith(id));
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}
