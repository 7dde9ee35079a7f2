import { afterAll, beforeAll, expect, test } from 'vitest';
import { House, type Visitor } from './house';
import { Gate, ScriptedModel, says } from './house/scripted-model';

// What is too long: for the eye what was pasted, for a model the whole conversation.
const house = House.forThisFile();
let model: ScriptedModel;

beforeAll(async () => {
  model = await ScriptedModel.start();
});
afterAll(() => model.stop());

/** A chat with a model that is told at most so many tokens. */
async function chat(visitor: Visitor, window: number): Promise<void> {
  const profile = { protocol: 'openai', base_url: model.url, model: 'm', context_window: window };
  await house.server.json('/models/scripted', profile, 'PUT');
  const { id } = await house.server.json<{ id: string }>('/chats', { title: 'Weather' });
  await visitor.goTo(`/chats/${id}`);
}

async function say({ page }: Visitor, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.keyboard.press('Enter');
}

test('a conversation that has become long is summed up, and says so', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await chat(visitor, 16_000);
  const gate = new Gate();
  model.add(says('I see.'), { steps: [{ gate }, { text: 'The person **likes** x.' }] }, says('I see, too.'));
  await say(visitor, 'x '.repeat(10_000));
  await page.getByText('I see.', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Write it anew' }).waitFor();
  await say(visitor, 'y '.repeat(10_000));
  await page.getByText('Summing up what was said before…').waitFor();
  gate.open();
  await page.getByText('I see, too.').waitFor();
  const summary = page.getByText('The first 2 messages summed up for the model');
  await summary.waitFor();
  await page.reload();
  await summary.click();
  await page.getByText('The person **likes** x.').waitFor();
  await visitor.picture('conversation-summary');
  expect(await visitor.accessibilityFaults()).toEqual([]);
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('of much that was pasted the beginning is shown, and all of it on request', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await chat(visitor, 128_000);
  model.add(says('A long list.'), says('A short one.'));
  await say(visitor, Array.from({ length: 60 }, (_, at) => `item ${at + 1}`).join('\n'));
  await page.getByText('A long list.').waitFor();
  const said = page.getByRole('article', { name: 'You' });
  const height = async () => (await said.first().boundingBox())?.height ?? 0;
  expect(await height()).toBeLessThan(500);
  await page.getByRole('button', { name: 'Show all of it' }).click();
  await expect.poll(height).toBeGreaterThan(1_000);
  expect(await visitor.accessibilityFaults()).toEqual([]);
  await page.getByRole('button', { name: 'Show less' }).click();
  await expect.poll(height).toBeLessThan(500);
  await page.getByRole('button', { name: 'Write it anew' }).waitFor();
  await say(visitor, 'one item');
  await page.getByText('A short one.').waitFor();
  expect(await page.getByRole('button', { name: 'Show all of it' }).count()).toBe(1);
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});
