import { afterAll, beforeAll, expect, test } from 'vitest';
import { House, themes, type Visitor } from './house';
import { asks, Gate, type ScriptedCall, ScriptedModel, says } from './house/scripted-model';

const house = House.forThisFile({ toolsets: ['app-builder'] });
let model: ScriptedModel;

beforeAll(async () => {
  model = await ScriptedModel.start();
});
afterAll(() => model.stop());

const write = (id: string, path: string, content: string): ScriptedCall => ({
  id,
  name: 'app-builder__write_file',
  args: { path, content },
});
const command = (id: string, text: string): ScriptedCall => ({
  id,
  name: 'app-builder__run_command',
  args: { command: text },
});

async function setUp(): Promise<void> {
  const profile = { protocol: 'openai', base_url: model.url, model: 'scripted', api_key: 'sk-scripted' };
  await house.server.json('/models/scripted', profile, 'PUT');
}

async function chat(visitor: Visitor): Promise<string> {
  const { id } = await house.server.json<{ id: string }>('/chats', { title: 'Weather' });
  await visitor.goTo(`/chats/${id}`);
  return id;
}

async function say(visitor: Visitor, text: string): Promise<void> {
  await visitor.page.getByRole('textbox', { name: 'Message' }).fill(text);
  await visitor.page.keyboard.press('Enter');
}

for (const theme of themes) {
  test(`without a model a chat says so and leads to where one adds one, in the ${theme} theme`, async () => {
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await chat(visitor);
    await page.getByText('No language model is set up.').waitFor();
    await visitor.picture(`chat-no-model-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await page.getByRole('link', { name: 'Add a model' }).click();
    await page.getByRole('heading', { name: 'Language models' }).waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}

for (const theme of themes) {
  test(`a model calls a tool, and says what it did, in the ${theme} theme`, async () => {
    await setUp();
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    const id = await chat(visitor);
    await page.getByText('Nothing has been said in this chat').waitFor();
    await visitor.picture(`conversation-empty-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);

    const text = 'It is **written**: see [the note](note.md).\n\n| a | b |\n|---|---|\n| 1 | 2 |';
    model.add(asks(write('c1', 'note.md', '# Rain\n\nAll day.')), says(...text.split(/(?= )/)));
    await say(visitor, 'Write down that it rains.');
    await page.getByRole('article', { name: 'You' }).getByText('Write down that it rains.').waitFor();
    const call = page.getByRole('group', { name: 'Call of app-builder:write_file' });
    await call.getByRole('img', { name: 'success' }).waitFor();
    const reply = page.getByRole('article', { name: 'Assistant' });
    await reply.locator('strong').getByText('written').waitFor();
    await reply.getByRole('table').waitFor();
    await reply.getByRole('button', { name: 'Write it anew' }).waitFor();
    expect((await house.server.file(id, 'note.md')).toString()).toContain('All day.');
    await call.getByRole('article').getByText('All day.').waitFor();
    await visitor.picture(`conversation-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);

    await page.reload();
    await reply.getByRole('table').waitFor();
    await page.getByRole('button', { name: 'Show results of calls at once' }).click();
    await call.getByRole('article').getByText('All day.').waitFor({ state: 'detached' });
    await visitor.picture(`conversation-compact-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await call.getByRole('button', { expanded: false }).click();
    await call.getByRole('article').getByText('All day.').waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  test(`a call that asks is approved and denied in its place, in the ${theme} theme`, async () => {
    await setUp();
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    const id = await chat(visitor);
    model.add(asks(command('c1', 'echo hi > out.txt')), says('It ran.'));
    await say(visitor, 'Run it.');
    const call = page.getByRole('group', { name: 'Call of app-builder:run_command' }).last();
    await call.getByRole('button', { name: 'Approve and run' }).waitFor();
    await visitor.picture(`conversation-approval-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await call.getByRole('button', { name: 'Approve and run' }).click();
    await page.getByText('It ran.').waitFor();
    expect((await house.server.file(id, 'out.txt')).toString()).toBe('hi\n');

    model.add(asks(command('c2', 'rm out.txt')), says('Then not.'));
    await say(visitor, 'Take it away.');
    await call.getByRole('button', { name: 'Deny…' }).click();
    await page.getByRole('dialog').getByLabel('Reason').fill('it is still needed');
    await page.keyboard.press('Enter');
    await page.getByText('Then not.').waitFor();
    await call.getByText('denied', { exact: true }).waitFor();
    expect(JSON.stringify(model.requests.at(-1)?.messages.at(-1))).toContain('it is still needed');
    expect((await house.server.file(id, 'out.txt')).toString()).toBe('hi\n');
    await visitor.picture(`conversation-denied-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}

test('a decision for more than this once has the reply go on by itself, and so does one from elsewhere', async () => {
  await setUp();
  const visitor = await house.visitor();
  const { page } = visitor;
  const id = await chat(visitor);
  model.add(asks(command('c1', 'echo 1'), command('c2', 'echo 2')), says('Both ran.'));
  await say(visitor, 'Run both.');
  const approve = page.getByRole('button', { name: 'Approve and run' });
  // Each comes with its own record: the first is there before the second.
  await expect.poll(() => approve.count()).toBe(2);
  await approve.first().click();
  await expect.poll(() => approve.count()).toBe(1);
  const { items } = await house.server.json<{ items: { id: string }[] }>(
    `/calls?status=pending&chat_id=${id}`,
  );
  await house.server.json(`/calls/${items[0]?.id}/approve`, {});
  await page.getByText('Both ran.').waitFor();
  await page.getByText('Run both.').waitFor();
  await page.getByRole('button', { name: 'Write it anew' }).waitFor();
  expect(await page.getByRole('group', { name: /Call of/ }).count()).toBe(2);
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('a reply is followed again after a reload, stopped, and goes on', async () => {
  await setUp();
  const visitor = await house.visitor();
  const { page } = visitor;
  await chat(visitor);
  const gate = new Gate();
  model.add({ steps: [{ text: 'Once upon a time ' }, { gate }, { text: 'there was' }] });
  await say(visitor, 'Tell me a story.');
  await page.getByText('Once upon a time').waitFor();
  await page.reload();
  await page.getByText('Once upon a time').waitFor();
  await page.getByText('Tell me a story.').waitFor();
  await page.getByRole('button', { name: 'Stop the reply' }).click();
  await page.getByText('It was stopped here.').waitFor();
  gate.open();
  await visitor.picture('conversation-stopped');
  expect(await visitor.accessibilityFaults()).toEqual([]);
  model.add(says('A peg hung on a board.'));
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('A peg hung on a board.').waitFor();
  await page.getByRole('button', { name: 'Write it anew' }).waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('what goes wrong at the model is said with what to do, and the reply can go on', async () => {
  await setUp();
  const visitor = await house.visitor('dark', 390);
  const { page } = visitor;
  await chat(visitor);
  model.add({ status: 401, message: 'Incorrect API key provided' });
  await say(visitor, 'Are you there?');
  await page.getByText(/key/i).first().waitFor();
  await visitor.picture('conversation-failed-phone');
  expect(await visitor.accessibilityFaults()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.reload();
  model.add(says('Now I am.'));
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByText('Now I am.').waitFor();
  await visitor.leave();
});

test('a message is edited and a reply written anew, each on a branch with its own files', async () => {
  await setUp();
  const visitor = await house.visitor();
  const { page } = visitor;
  const id = await chat(visitor);
  const content = async () => (await house.server.file(id, 'a.txt')).toString();
  model.add(says('What shall I write?'), asks(write('c1', 'a.txt', 'left')), says('Left it is.'));
  await say(visitor, 'Hello.');
  await page.getByText('What shall I write?').waitFor();
  await page.getByRole('button', { name: 'Write it anew' }).waitFor();
  await say(visitor, 'Write left.');
  await page.getByText('Left it is.').waitFor();
  await page.getByRole('button', { name: 'Write it anew' }).nth(1).waitFor();

  model.add(asks(write('c2', 'a.txt', 'right')), says('Right it is.'));
  // A message can be edited once it is recorded, which the reply to it may be before.
  const edit = page.getByRole('button', { name: 'Edit and send again' });
  await expect.poll(() => edit.count()).toBe(2);
  await edit.last().click();
  await page.getByRole('textbox', { name: 'Message' }).first().fill('Write right.');
  await page.getByRole('button', { name: 'Send', exact: true }).first().click();
  await page.getByText('Right it is.').waitFor();
  await page.getByText('2 of 2').waitFor();
  expect(await content()).toBe('right');
  await page.getByRole('button', { name: 'Earlier branch' }).click();
  await page.getByText('Left it is.').waitFor();
  await expect.poll(content).toBe('left');
  await visitor.picture('conversation-branches');
  expect(await visitor.accessibilityFaults()).toEqual([]);

  model.add(says('Left, once more.'));
  await page.getByRole('button', { name: 'Write it anew' }).last().click();
  await page.getByText('Left, once more.').waitFor();
  await page.getByRole('button', { name: 'Write it anew' }).nth(1).waitFor();
  expect(await page.getByText('2 of 2').count()).toBe(1);
  expect(await page.getByText('1 of 2').count()).toBe(1);

  // The first message has a branch beside it as well, with the files as they were before anything.
  model.add(says('Good evening.'));
  await edit.first().click();
  await page.getByRole('textbox', { name: 'Message' }).first().fill('Good evening.');
  await page.getByRole('button', { name: 'Send', exact: true }).first().click();
  await page.getByRole('article', { name: 'Assistant' }).getByText('Good evening.').waitFor();
  await page.getByText('2 of 2').waitFor();
  const { files } = await house.server.json<{ files: unknown[] }>(`/chats/${id}/workspace/files`);
  expect(files).toEqual([]);
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('what a worker does that is handed work stands below the call that handed it', async () => {
  await setUp();
  const writer =
    '---\nname: writer\ntoolsets:\n  app-builder: {tools: {write_file: preApproved, run_command: ask}}\n---\nYou write.\n';
  const lead = '---\nname: lead\ntoolsets: {filesystem: {}, worker: {workers: [writer]}}\n---\nYou lead.\n';
  await house.server.json('/workers/writer', { text: writer }, 'PUT');
  await house.server.json('/workers/lead', { text: lead }, 'PUT');
  const visitor = await house.visitor();
  const { page } = visitor;
  const id = await chat(visitor);
  await page.getByRole('combobox', { name: 'Worker' }).selectOption('lead');
  model.add(
    asks({ id: 'c1', name: 'writer', args: { input: 'Write it down.' } }),
    { steps: [{ text: 'I **write**.' }, { call: write('w1', 'note.txt', 'rain') }] },
    asks(command('w2', 'echo seen')),
    says('Written.'),
    says('The writer has written it.'),
  );
  await say(visitor, 'See to it.');
  await page.getByText('I write.').waitFor();
  const approve = page.getByRole('button', { name: 'Approve and run' });
  await approve.waitFor();
  await visitor.picture('conversation-worker-waits');
  expect(await visitor.accessibilityFaults()).toEqual([]);
  await approve.click();
  await page.getByText('The writer has written it.').waitFor();
  expect((await house.server.file(id, 'note.txt')).toString()).toBe('rain');
  await page.reload();
  await page.getByText('The writer has written it.').waitFor();
  await page
    .getByRole('group', { name: /Call of .*writer/ })
    .getByRole('button')
    .first()
    .click();
  await page.getByRole('group', { name: 'Call of app-builder:write_file' }).waitFor();
  await visitor.picture('conversation-worker');
  expect(await visitor.accessibilityFaults()).toEqual([]);
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('the palette finds chats, tools and files of the chat that is open', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  const id = await chat(visitor);
  await house.server.put(id, 'notes/rain.md', '# Rain');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('rain md');
  await page.getByRole('option', { name: 'notes/rain.md' }).waitFor();
  await visitor.picture('palette-files', 'window');
  expect(await visitor.accessibilityFaults()).toEqual([]);
  await page.keyboard.press('Enter');
  await page.waitForURL(/workspace\?path=notes/);
  await visitor.leave();
});
