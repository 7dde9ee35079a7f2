import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { House, themes, type Visitor } from './house';
import { zipped } from './house/archive';

const house = House.forThisFile();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pegboard-workers-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function file(name: string): string {
  return `---\nname: ${name}\ndescription: Keeps notes.\ntoolsets:\n  filesystem: {}\nlimits: {steps: 7}\n---\nYou keep notes.\n`;
}

async function write({ page }: Visitor, name: string, text: string): Promise<void> {
  await page.getByRole('textbox', { name: `The file ${name}.worker` }).fill(text);
}

for (const theme of themes) {
  test(`a worker is begun with the example, corrected at its line, kept and removed, in the ${theme} theme`, async () => {
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo('/workers');
    await page.getByText('No workers yet').waitFor();
    await visitor.picture(`workers-empty-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await page.getByRole('button', { name: 'Begin with this example' }).click();

    const facts = page.getByRole('list', { name: 'Toolsets of the worker' });
    await facts.getByText('filesystem').waitFor();
    expect(await page.getByRole('button', { name: 'Keep the worker' }).isEnabled()).toBe(true);
    await write(visitor, 'reviewer', file('reviewer').replace('filesystem: {}', 'filesystem: {zone: 1}'));
    const problem = page.getByRole('list', { name: 'Problems' }).getByRole('button', { name: /^Line 5/ });
    await problem.getByText('toolsets.filesystem').first().waitFor();
    expect(await page.getByRole('button', { name: 'Keep the worker' }).isDisabled()).toBe(true);
    await visitor.picture(`worker-problem-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);

    await write(visitor, 'reviewer', file('reviewer'));
    await page.getByRole('button', { name: 'Keep the worker' }).click();
    await page.getByText('This is how it is kept.').waitFor();
    await page.getByText(/\/mcp\/workers\/reviewer/).waitFor();
    await visitor.picture(`worker-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);

    await visitor.goTo('/workers');
    await page.getByRole('link', { name: 'reviewer' }).waitFor();
    await visitor.picture(`workers-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await page.getByRole('link', { name: 'reviewer' }).click();
    await page.getByRole('button', { name: 'Remove…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No workers yet').waitFor();
    // A worker that is not there yet is asked for, which the browser tells its console.
    expect(visitor.complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
    await visitor.leave();
  });

  test(`workers are imported as a file, as a ZIP and from the server’s machine, in the ${theme} theme`, async () => {
    await writeFile(join(folder, `alone-${theme}.worker`), file(`alone-${theme}`));
    const inside = await mkdtemp(join(folder, 'zip-'));
    await writeFile(join(inside, `packed-${theme}.worker`), file(`packed-${theme}`));
    await writeFile(join(folder, `there-${theme}.worker`), file(`there-${theme}`));
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    const open = async () => {
      await visitor.goTo('/workers');
      await page.getByRole('button', { name: 'Import…' }).click();
      await page.getByRole('dialog', { name: 'Import a worker' }).waitFor();
    };
    await open();
    await page.getByLabel('File of a worker').setInputFiles({
      name: 'notes.md',
      mimeType: 'text/markdown',
      buffer: Buffer.from('#'),
    });
    await page.getByText('neither a .worker file nor a ZIP').waitFor();
    await visitor.picture(`worker-import-${theme}`, 'window');
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await page.getByLabel('File of a worker').setInputFiles(join(folder, `alone-${theme}.worker`));
    await page.getByRole('heading', { level: 1, name: `alone-${theme}` }).waitFor();
    await open();
    await page.getByLabel('File of a worker').setInputFiles(await zipped(inside));
    await page.getByRole('heading', { level: 1, name: `packed-${theme}` }).waitFor();
    await open();
    await page.getByLabel('Or a file on the server’s machine').fill(join(folder, `there-${theme}.worker`));
    await page.getByRole('button', { name: 'Import it' }).click();
    await page.getByRole('heading', { level: 1, name: `there-${theme}` }).waitFor();
    expect(visitor.complaints).toEqual([]);
    for (const name of ['alone', 'packed', 'there']) {
      await house.server.request(`/workers/${name}-${theme}`, { method: 'DELETE' });
    }
    await visitor.leave();
  });
}

test('a worker is read on a phone, and one that is not there says so', async () => {
  await house.server.json('/workers/pocket', { text: file('pocket') }, 'PUT');
  const visitor = await house.visitor('light', 390);
  const { page } = visitor;
  await visitor.goTo('/workers/pocket');
  await page.getByText('This is how it is kept.').waitFor();
  await visitor.picture('worker-phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await visitor.accessibilityFaults()).toEqual([]);
  await house.server.request('/workers/pocket', { method: 'DELETE' });
  await visitor.goTo('/workers/nobody');
  await page.getByText('No worker has this id').waitFor();
  await visitor.leave();
});

test('what a worker says of its tools counts in the try-it box, and its calls say whose they are', async () => {
  const strict = file('strict').replace('filesystem: {}', 'filesystem: {approval: ask}');
  await house.server.json('/workers/strict', { text: strict }, 'PUT');
  const visitor = await house.visitor();
  const { page } = visitor;
  await visitor.goTo('/policy');
  await page.getByRole('button', { name: /^Tool to try/ }).click();
  await page.getByRole('combobox', { name: 'Tool to try' }).fill('file_exists');
  await page.getByRole('option').first().click();
  await page.getByRole('textbox', { name: /^path/i }).fill('a');
  const verdict = page.getByRole('region', { name: 'Verdict' });
  await verdict.getByText('runs', { exact: true }).waitFor();
  await page.getByLabel('Called by').selectOption('strict');
  await verdict.getByText('asks first', { exact: true }).waitFor();

  const call = await house.server.json<{ id: string }>('/tools/file_exists/call', {
    args: { path: 'a' },
    worker: 'strict',
  });
  await visitor.goTo(`/calls/${call.id}`);
  await page.getByRole('link', { name: 'strict', exact: true }).waitFor();
  await visitor.picture('call-of-worker');
  expect(await visitor.accessibilityFaults()).toEqual([]);
  await house.server.json(`/calls/${call.id}/deny`, {});
  await house.server.request('/workers/strict', { method: 'DELETE' });
  await visitor.leave();
});
