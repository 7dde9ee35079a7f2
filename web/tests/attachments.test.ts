import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { House, themes, type Visitor } from './house';
import { drop } from './house/drop';
import { png } from './house/media';
import { ScriptedModel, says } from './house/scripted-model';

// Files go with a message into the chat's workspace, and are seen with it from then on.
const house = House.forThisFile();
let model: ScriptedModel;

beforeAll(async () => {
  model = await ScriptedModel.start();
  const profile = { protocol: 'openai', base_url: model.url, model: 'scripted', api_key: 'sk-scripted' };
  await house.server.json('/models/scripted', profile, 'PUT');
});
afterAll(() => model.stop());

const picture = png(120, 80, (x, y) => [x * 2, y * 3, 120]);
const text = (name: string, content: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

async function chat(visitor: Visitor): Promise<string> {
  const { id } = await house.server.json<{ id: string }>('/chats', { title: 'Papers' });
  await visitor.goTo(`/chats/${id}`);
  await visitor.page.getByRole('textbox', { name: 'Message' }).waitFor();
  return id;
}

const chooser = ({ page }: Visitor) => page.locator('input[type=file][aria-label="Files to attach"]');
const chips = ({ page }: Visitor) => page.getByRole('list', { name: 'Attached files' });

/** Pastes a picture into the text, as a program that takes pictures of the screen would. */
async function paste({ page }: Visitor, name: string, content: Buffer): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).evaluate(
    (element, [fileName, base64]) => {
      const bytes = Uint8Array.from(atob(base64 ?? ''), (letter) => letter.charCodeAt(0));
      const carried = new DataTransfer();
      carried.items.add(new File([bytes], fileName ?? '', { type: 'image/png' }));
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: carried, bubbles: true, cancelable: true }),
      );
    },
    [name, content.toString('base64')],
  );
}

const isDrawn = (image: Locator) =>
  image.evaluate((element) => element instanceof HTMLImageElement && element.naturalWidth === 120);

for (const theme of themes) {
  test(`files are chosen, dropped and pasted, and go with the message, in the ${theme} theme`, async () => {
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    const id = await chat(visitor);
    await chooser(visitor).setInputFiles([text('plan.txt', 'First, rain.'), text('wrong.txt', 'No.')]);
    await chips(visitor).getByText('plan.txt').waitFor();
    await drop(page, 'list.csv', Buffer.from('a,b\n1,2\n'));
    await chips(visitor).getByText('list.csv').waitFor();
    await paste(visitor, 'image.png', picture);
    await chips(visitor).getByText('image.png').waitFor();
    await page.getByRole('button', { name: 'Remove wrong.txt' }).click();
    await chips(visitor).getByText('wrong.txt').waitFor({ state: 'detached' });
    await page.getByRole('textbox', { name: 'Message' }).fill('What do you see?');
    await visitor.picture(`attachments-chosen-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);

    model.add(says('A plan.'));
    await page.keyboard.press('Enter');
    await page.getByText('A plan.').waitFor();
    await page.getByRole('button', { name: 'Write it anew' }).waitFor();
    await chips(visitor).waitFor({ state: 'detached' });
    expect((await house.server.file(id, 'uploads/plan.txt')).toString()).toBe('First, rain.');
    expect((await house.server.file(id, 'uploads/list.csv')).toString()).toBe('a,b\n1,2\n');
    expect(await house.server.file(id, 'uploads/image.png')).toEqual(picture);
    expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('uploads/image.png');

    // The same from the record alone.
    await page.reload();
    const files = page.getByRole('article', { name: 'You' }).getByRole('list', { name: 'Files' });
    await files.getByRole('link', { name: /plan\.txt/ }).waitFor();
    await files.locator('img').waitFor();
    await expect.poll(() => isDrawn(files.locator('img'))).toBe(true);
    expect(await files.getByRole('listitem').count()).toBe(3);
    await visitor.picture(`attachments-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await files.getByRole('link', { name: /plan\.txt/ }).click();
    await page.waitForURL(/workspace\?path=uploads/);
    await page.getByText('First, rain.').waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}

test('what a message does not carry is told before it is sent', async () => {
  const visitor = await house.visitor('light', 390);
  const { page } = visitor;
  await chat(visitor);
  const large = { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(8 * 1024 * 1024 + 1) };
  await chooser(visitor).setInputFiles([large, text('a.txt', 'a')]);
  await page.getByRole('alert').getByText('film.mp4 has 8.1 MiB: a file has at most 8 MiB.').waitFor();
  await chips(visitor).getByText('a.txt').waitFor();
  await chooser(visitor).setInputFiles(Array.from({ length: 12 }, (_, at) => text(`note ${at}.txt`, 'n')));
  await page.getByRole('alert').getByText('A message carries at most 10 files.').waitFor();
  await expect.poll(() => chips(visitor).getByRole('listitem').count()).toBe(10);
  await visitor.picture('attachments-too-many-phone');
  expect(await visitor.accessibilityFaults()).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'Remove a.txt' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('what the server refuses is not lost, and goes when nothing is in its way', async () => {
  const visitor = await house.visitor('dark');
  const { page } = visitor;
  const id = await chat(visitor);
  await house.server.put(id, 'uploads', 'in the way');
  await chooser(visitor).setInputFiles([text('plan.txt', 'First, rain.')]);
  await chips(visitor).getByText('plan.txt').waitFor();
  await page.getByRole('textbox', { name: 'Message' }).fill('Read this.');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').waitFor();
  await chips(visitor).getByText('plan.txt').waitFor();
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('Read this.');
  await page.getByRole('article', { name: 'You' }).waitFor({ state: 'detached' });
  await visitor.picture('attachments-refused');
  expect(await visitor.accessibilityFaults()).toEqual([]);

  await house.server.request(`/chats/${id}/workspace/files/uploads`, { method: 'DELETE' });
  model.add(says('Rain it is.'));
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Rain it is.').waitFor();
  expect((await house.server.file(id, 'uploads/plan.txt')).toString()).toBe('First, rain.');
  await visitor.leave();
});

test('a message that is edited keeps its files, but for those that are taken away', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  const id = await chat(visitor);
  await chooser(visitor).setInputFiles([text('plan.txt', 'First, rain.'), text('wrong.txt', 'No.')]);
  await chips(visitor).getByText('wrong.txt').waitFor();
  model.add(says('Two files.'));
  // Files alone are a message as well.
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Two files.').waitFor();
  await page.getByRole('button', { name: 'Write it anew' }).waitFor();

  await page.getByRole('button', { name: 'Edit and send again' }).click();
  const editor = page.getByRole('form', { name: 'Edit the message' });
  await editor.getByRole('button', { name: 'Remove wrong.txt' }).click();
  await editor.getByRole('textbox', { name: 'Message' }).fill('Only this one.');
  await visitor.picture('attachments-edited');
  expect(await visitor.accessibilityFaults()).toEqual([]);
  model.add(says('One file.'));
  await editor.getByRole('button', { name: 'Send' }).click();
  await page.getByText('One file.').waitFor();
  await page.getByText('2 of 2').waitFor();
  const { files } = await house.server.json<{ files: { path: string }[] }>(`/chats/${id}/workspace/files`);
  expect(files.map(({ path }) => path)).toEqual(['uploads/plan.txt']);
  await page.getByRole('button', { name: 'Write it anew' }).waitFor();
  await page.getByRole('article', { name: 'You' }).getByText('Only this one.').waitFor();
  expect(await page.getByRole('list', { name: 'Files' }).getByRole('listitem').count()).toBe(1);
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});
