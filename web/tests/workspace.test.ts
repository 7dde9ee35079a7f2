import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { House, themes } from './house';

const house = House.forThisFile({ toolsets: ['app-builder'] });

/** A chat of its own whose workspace holds two files, made by two calls. */
async function chatWithFiles(): Promise<string> {
  const { id } = await house.server.json<{ id: string }>('/chats', { title: 'Files' });
  const write = (path: string, content: string) =>
    house.server.call('app-builder:write_file', { path, content }, id);
  await write('src/main.py', 'print("one")\n');
  await write('notes.md', '# Notes\n');
  return id;
}

for (const theme of themes) {
  test(`a file is found, read, renamed, deleted and brought back in the ${theme} theme`, async () => {
    const chat = await chatWithFiles();
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo(`/chats/${chat}/workspace`);
    await page.getByRole('treeitem', { name: /src/ }).click();
    await page.getByRole('treeitem', { name: /main\.py/ }).click();
    await page.getByText('print("one")').waitFor();
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await visitor.picture(`workspace-${theme}`);

    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByLabel('Path').fill('src/app.py');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('treeitem', { name: /app\.py/ }).waitFor();

    await page.getByRole('button', { name: 'Delete' }).click();
    const notice = page.getByRole('listitem').filter({ hasText: 'app.py is deleted' });
    await notice.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('treeitem', { name: /app\.py/ }).waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}

test('what the last call changed is marked, and any two states compare', async () => {
  const chat = await chatWithFiles();
  await house.server.call('app-builder:write_file', { path: 'src/main.py', content: 'print("two")\n' }, chat);
  const visitor = await house.visitor();
  const { page } = visitor;
  await visitor.goTo(`/chats/${chat}/workspace`);
  await page.getByRole('treeitem', { name: /src.*holds changes/ }).waitFor();
  await page.getByRole('tab', { name: 'History' }).click();
  const states = page.getByRole('tabpanel').getByRole('listitem');
  expect(await states.count()).toBe(3);
  await page
    .getByRole('button', { name: /^Compare/ })
    .nth(2)
    .click();
  const changed = page.getByRole('button', { name: /notes\.md/ });
  await changed.click();
  await page.getByText('# Notes').first().waitFor();
  await visitor.picture('workspace-comparison');
  expect(await visitor.accessibilityFaults()).toEqual([]);
  await visitor.leave();
});

test('an earlier state is read-only until it is restored', async () => {
  const chat = await chatWithFiles();
  const visitor = await house.visitor();
  const { page } = visitor;
  await visitor.goTo(`/chats/${chat}/workspace`);
  await page.getByRole('tab', { name: 'History' }).click();
  await page
    .getByRole('button', { name: /a call changed it/ })
    .nth(1)
    .click();
  await page.getByText('This is an earlier state').waitFor();
  expect(await page.getByRole('button', { name: 'Upload' }).isDisabled()).toBe(true);
  await page.getByRole('button', { name: 'Restore this state' }).click();
  await page.getByText('The workspace is as it was then.', { exact: true }).waitFor();
  const { files } = await house.server.json<{ files: { path: string }[] }>(`/chats/${chat}/workspace/files`);
  expect(files.map(({ path }) => path)).toEqual(['src/main.py']);
  await visitor.leave();
});

test('files come by choosing and by dropping, and the whole goes out as a ZIP', async () => {
  const chat = await chatWithFiles();
  const visitor = await house.visitor();
  const { page } = visitor;
  await visitor.goTo(`/chats/${chat}/workspace`);
  const upload = { name: 'data.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') };
  await page.getByLabel('Files to upload').setInputFiles(upload);
  await page.getByRole('treeitem', { name: /data\.csv/ }).waitFor();

  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['dropped'], 'dropped.txt', { type: 'text/plain' }));
    return data;
  });
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  await page.getByRole('treeitem', { name: /dropped\.txt/ }).waitFor();

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).first().click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/\.zip$/);
  const archive = await readFile(await saved.path());
  expect(archive.subarray(0, 2).toString()).toBe('PK');
  expect(archive.includes('data.csv')).toBe(true);
  await visitor.leave();
});

test('a folder is renamed and removed with all in it', async () => {
  const chat = await chatWithFiles();
  const visitor = await house.visitor();
  const { page } = visitor;
  const act = async (action: string) => {
    await page.getByRole('button', { name: /^Actions for the folder/ }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await visitor.goTo(`/chats/${chat}/workspace`);
  await page.getByRole('treeitem', { name: /^src/ }).click();
  await act('Rename or move');
  await page.getByLabel('Path').fill('lib');
  await page.keyboard.press('Enter');
  await page.getByRole('treeitem', { name: /^lib/ }).click();
  await act('Delete with all in it');
  await page.getByRole('treeitem', { name: /^lib/ }).waitFor({ state: 'detached' });
  const { files } = await house.server.json<{ files: { path: string }[] }>(`/chats/${chat}/workspace/files`);
  expect(files.map(({ path }) => path)).toEqual(['notes.md']);
  expect(await visitor.accessibilityFaults()).toEqual([]);
  await visitor.leave();
});

test('a path that leads out of the workspace is refused where it is typed', async () => {
  const chat = await chatWithFiles();
  const visitor = await house.visitor();
  const { page } = visitor;
  await visitor.goTo(`/chats/${chat}/workspace`);
  await page.getByRole('button', { name: 'New file' }).click();
  await page.getByLabel('Path').fill('../outside');
  await page.getByText('lead nowhere').waitFor();
  expect(await page.getByRole('button', { name: 'Make it' }).isDisabled()).toBe(true);
  await visitor.leave();
});

test('the workspace can be read on a phone', async () => {
  const chat = await chatWithFiles();
  const visitor = await house.visitor('light', 390);
  await visitor.goTo(`/chats/${chat}/workspace?path=notes.md`);
  await visitor.page.getByText('Notes').first().waitFor();
  await visitor.page.getByRole('treeitem', { name: /notes\.md/ }).waitFor();
  const overflow = await visitor.page.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  await visitor.picture('workspace-phone');
  await visitor.leave();
});
