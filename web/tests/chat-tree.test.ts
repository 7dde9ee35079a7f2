import { afterAll, beforeAll, expect, test } from 'vitest';
import { House, themes, type Visitor } from './house';
import { tabTo } from './house/keyboard';
import { asks, Gate, ScriptedModel, says } from './house/scripted-model';

// What can be done with chats and their branches: fork, rename, delete, and the way back from each.
const house = House.forThisFile({ toolsets: ['app-builder'] });
let model: ScriptedModel;

beforeAll(async () => {
  model = await ScriptedModel.start();
});
afterAll(() => model.stop());

interface Chat {
  id: string;
  title: string;
  active_leaf_message_id: string | null;
  messages: { id: string; role: string }[];
}

const record = (id: string) => house.server.json<Chat>(`/chats/${id}`);
const content = async (id: string) => (await house.server.file(id, 'a.txt')).toString();

/** A chat with two questions, the second of which wrote a file. */
async function talk(visitor: Visitor, title: string): Promise<string> {
  const profile = { protocol: 'openai', base_url: model.url, model: 'scripted', api_key: 'sk-scripted' };
  await house.server.json('/models/scripted', profile, 'PUT');
  const { id } = await house.server.json<{ id: string }>('/chats', { title });
  await visitor.goTo(`/chats/${id}`);
  const write = { id: 'c1', name: 'app-builder__write_file', args: { path: 'a.txt', content: 'left' } };
  model.add(says('What shall I write?'), asks(write), says('Left it is.'));
  await say(visitor, 'Hello.', 'What shall I write?', 1);
  await say(visitor, 'Write left.', 'Left it is.', 2);
  return id;
}

/** Says something and waits until so many replies stand there whole. */
async function say({ page }: Visitor, text: string, answer: string, replies: number): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.keyboard.press('Enter');
  await page.getByText(answer).waitFor();
  await whole(page, replies);
  // What was said is the record's as well now: before, the page has no message to do anything with.
  await expect
    .poll(() => page.getByRole('button', { name: 'More about this message' }).count())
    .toBe(2 * replies);
}

const whole = (page: Visitor['page'], replies: number) =>
  expect
    .poll(() => page.getByRole('button', { name: 'Write it anew' }).count(), { timeout: 20_000 })
    .toBe(replies);

/** Waits for a notice, and holds it with the pointer: it goes by itself otherwise. */
const notice = ({ page }: Visitor, text: string) =>
  page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('listitem')
    .filter({ hasText: text })
    .hover();

/** Opens the menu of a message by its place among those that are shown. */
async function menuOf({ page }: Visitor, text: string, entry: string): Promise<void> {
  const message = page.getByRole('article').filter({ hasText: text }).first();
  await message.getByRole('button', { name: 'More about this message' }).click();
  await page.getByRole('menuitem', { name: entry }).click();
}

for (const theme of themes) {
  test(`a branch is deleted, and comes back with its files where somebody thinks better, in the ${theme} theme`, async () => {
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    const id = await talk(visitor, 'Weather');
    const { active_leaf_message_id: leaf } = await record(id);

    await menuOf(visitor, 'Write left.', 'Delete this branch…');
    const question = page.getByRole('alertdialog');
    await question.getByText('“Write left.” goes, and 1 message below it.').waitFor();
    await visitor.picture(`branch-delete-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await question.getByRole('button', { name: 'Delete' }).click();
    await notice(visitor, 'The branch is deleted.');
    await whole(page, 1);
    expect(await page.getByText('Left it is.').count()).toBe(0);
    expect((await record(id)).messages).toHaveLength(2);
    expect(await house.server.json(`/chats/${id}/workspace/files`)).toMatchObject({ files: [] });

    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Left it is.').waitFor();
    expect((await record(id)).active_leaf_message_id).toBe(leaf);
    expect(await content(id)).toBe('left');
    expect(await question.count()).toBe(0);
    await visitor.picture(`branch-undone-${theme}`);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  test(`a deleted branch is found in the chat’s menu, and what hangs below is gone to, in the ${theme} theme`, async () => {
    const visitor = await house.visitor(theme, 390);
    const { page } = visitor;
    const id = await talk(visitor, 'Weather');
    const { messages } = await record(id);
    await visitor.goTo('/chats');
    await house.server.request(`/chats/${id}/messages/${messages[2]?.id}`, { method: 'DELETE' });
    await visitor.goTo(`/chats/${id}`);
    await whole(page, 1);
    await page.getByRole('button', { name: 'More about this chat' }).click();
    await page.getByRole('menuitem', { name: 'Deleted branches (1)…' }).click();
    const list = page.getByRole('dialog', { name: 'Deleted branches' });
    await list.getByText('below “What shall I write?”').waitFor();
    await visitor.picture(`branches-deleted-${theme}-phone`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await list.getByRole('button', { name: /Restore/ }).click();
    await list.getByText('None is left.').waitFor();
    await list.getByRole('button', { name: 'Close' }).click();

    // The chat stays where it stood, and says what goes on from there.
    const onward = page.getByRole('navigation', { name: 'Branches that go on from here' });
    await onward.getByRole('button', { name: 'Write left.' }).waitFor();
    await visitor.picture(`branches-onward-${theme}-phone`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await onward.getByRole('button', { name: 'Write left.' }).click();
    await page.getByText('Left it is.').waitFor();
    await onward.waitFor({ state: 'detached' });
    await expect.poll(() => content(id)).toBe('left');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}

test('a branch in which a reply is being written stays, and the reason is told', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  const id = await talk(visitor, 'Weather');
  const gate = new Gate();
  model.add({ steps: [{ text: 'Once upon a time ' }, { gate }, { text: 'it rained.' }] });
  await page.getByRole('textbox', { name: 'Message' }).fill('Tell me a story.');
  await page.keyboard.press('Enter');
  await page.getByText('Once upon a time').waitFor();
  await menuOf(visitor, 'Write left.', 'Delete this branch…');
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Delete' }).click();
  await question.getByText('a reply is being written there').waitFor();
  await visitor.picture('branch-delete-refused');
  expect(await visitor.accessibilityFaults()).toEqual([]);
  await question.getByRole('button', { name: 'Cancel' }).click();
  gate.open();
  await page.getByText('it rained.').waitFor();
  await whole(page, 3);
  expect((await record(id)).messages).toHaveLength(6);
  await visitor.leave();
});

test('a fork from a message is a chat of its own with the files of then, and is taken back', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  const id = await talk(visitor, 'Two roads');
  await menuOf(visitor, 'What shall I write?', 'Fork from here');
  await notice(visitor, 'This chat is a fork');
  await page.waitForURL((url) => !url.pathname.endsWith(id));
  const fork = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.getByText('What shall I write?').waitFor();
  expect(await page.getByText('Left it is.').count()).toBe(0);
  expect((await record(fork)).messages).toHaveLength(2);
  await visitor.picture('chat-forked');
  expect(await visitor.accessibilityFaults()).toEqual([]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.waitForURL((url) => url.pathname.endsWith(id));
  await page.getByText('Left it is.').waitFor();
  await expect
    .poll(async () => (await house.server.json<{ items: Chat[] }>('/chats?deleted=true')).items[0]?.id)
    .toBe(fork);

  // The same of the whole chat, from its own menu.
  await page.getByRole('button', { name: 'More about this chat' }).click();
  await page.getByRole('menuitem', { name: 'Fork' }).click();
  await page.waitForURL((url) => !url.pathname.endsWith(id));
  await page.getByText('Left it is.').waitFor();
  await visitor.leave();
});

for (const theme of themes) {
  test(`a chat is deleted by keys, found among the deleted and restored, in the ${theme} theme`, async () => {
    const visitor = await house.visitor(theme, 390);
    const { page } = visitor;
    const title = `Short-lived ${theme}`;
    const { id } = await house.server.json<Chat>('/chats', { title });
    await visitor.goTo(`/chats/${id}`);
    await tabTo(page, page.getByRole('button', { name: 'More about this chat' }));
    await page.keyboard.press('Enter');
    // Keys go to the entry that has the focus, which it takes once the menu is there.
    const focused = page.locator('[role=menuitem]:focus');
    await focused.getByText('Rename…').waitFor();
    await visitor.picture(`chat-menu-${theme}-phone`);
    await page.keyboard.press('End');
    await focused.getByText('Delete…').waitFor();
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog');
    await question.getByText('It stands among the deleted chats then').waitFor();
    await tabTo(page, question.getByRole('button', { name: 'Delete' }));
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/chats$/);
    const line = page.getByRole('link', { name: title });
    await notice(visitor, `“${title}” is deleted.`);
    await line.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await line.waitFor();

    // Once more, from the list, and back from among the deleted ones.
    await page.getByRole('button', { name: `More about ${title}` }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await line.waitFor({ state: 'detached' });
    await page.getByRole('radio', { name: 'Deleted' }).click();
    const restore = page.getByRole('button', { name: `Restore ${title}` });
    await restore.waitFor();
    await visitor.picture(`chats-deleted-${theme}-phone`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await restore.click();
    await restore.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}

test('a new title is taken back', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  const { id } = await house.server.json<Chat>('/chats', { title: 'First' });
  await visitor.goTo(`/chats/${id}`);
  await page.getByRole('button', { name: 'More about this chat' }).click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page.getByLabel('Title').fill('Second');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Second' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('heading', { level: 1, name: 'First' }).waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});
