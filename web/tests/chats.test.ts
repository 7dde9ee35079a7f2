import { expect, test } from 'vitest';
import { House, themes } from './house';

const house = House.forThisFile({ toolsets: ['app-builder'] });

const write = (chat: string, content: string) =>
  house.server.call('app-builder:write_file', { path: 'a.txt', content }, chat);

for (const theme of themes) {
  test(`a chat is begun, renamed, and shows what happens in it in the ${theme} theme`, async () => {
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo('/chats');
    await page.getByRole('button', { name: 'New chat' }).click();
    await page.getByText('Nothing has been said in this chat').waitFor();

    const chat = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await write(chat, 'hello');
    await page.getByText('app-builder:write_file').waitFor();
    await page.getByRole('button', { name: 'More about this chat' }).click();
    await page.getByRole('menuitem', { name: 'Rename…' }).click();
    await page.getByLabel('Title').fill(`Second steps ${theme}`);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: `Second steps ${theme}` }).waitFor();
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await visitor.picture(`chat-${theme}`);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}

test('switching the branch moves the workspace with it', async () => {
  const { server } = house;
  const { id } = await server.json<{ id: string }>('/chats', { title: 'Branches' });
  const first = await write(id, 'left');
  await server.json(`/calls/${first.id}/rerun`, { args: { path: 'a.txt', content: 'right' } });
  const content = async () => (await server.request(`/chats/${id}/workspace/files/a.txt`)).text();
  expect(await content()).toBe('right');

  const visitor = await house.visitor();
  const { page } = visitor;
  await visitor.goTo(`/chats/${id}`);
  await page.getByText('2 of 2').waitFor();
  await page.getByRole('button', { name: 'Earlier branch' }).click();
  await page.getByText('1 of 2').waitFor();
  await page.getByText('The workspace went along to this branch.', { exact: true }).waitFor();
  expect(await content()).toBe('left');
  await visitor.picture('chat-branches');
  expect(await visitor.accessibilityFaults()).toEqual([]);
  await visitor.leave();
});
