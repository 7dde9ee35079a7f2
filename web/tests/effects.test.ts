import { expect, test } from 'vitest';
import { House, themes } from './house';

const house = House.forThisFile();

/** A call that would write a file and waits for a person. */
async function askToWrite(path: string, content: string): Promise<{ id: string; chat_id: string }> {
  return house.server.call('write_file', { path, content });
}

async function askFirst(text: string): Promise<void> {
  await house.server.json('/policy', { text }, 'PUT');
}

const ASKS = 'toolsets:\n  filesystem: ask\n';

for (const theme of themes) {
  test(`the effect of a call is seen before it counts, and becomes the commit, in the ${theme} theme`, async () => {
    await askFirst(ASKS);
    const call = await askToWrite(`seen-${theme}.txt`, 'first line\nsecond line\n');
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo(`/calls/${call.id}`);
    await page.getByRole('button', { name: 'Preview effect' }).click();
    const effect = page.getByRole('region', { name: 'Effect' });
    await effect.getByText('It would change 1 file').waitFor();
    await effect.getByRole('button', { name: new RegExp(`seen-${theme}.txt`) }).click();
    await effect.getByText('second line').waitFor();
    await visitor.picture(`effect-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await page.getByRole('button', { name: 'Approve this change' }).click();
    await page.getByRole('heading', { name: 'Result', exact: true }).waitFor();
    const kept = await house.server.file(call.chat_id, `seen-${theme}.txt`);
    expect(kept.toString()).toBe('first line\nsecond line\n');
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  test(`an effect that grew old says so, and is previewed anew in the inbox, in the ${theme} theme`, async () => {
    await askFirst(ASKS);
    const call = await askToWrite(`old-${theme}.txt`, 'new\n');
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo('/approvals');
    await page.getByRole('button', { name: 'Preview effect' }).click();
    await page.getByText('It would change 1 file').waitFor();
    await house.server.put(call.chat_id, `old-${theme}.txt`, 'meanwhile\n');
    await page.getByRole('button', { name: 'Approve this change' }).click();
    await page.getByText('The workspace changed since you looked').waitFor();
    await visitor.picture(`effect-stale-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await page.getByRole('button', { name: 'Preview again' }).click();
    await page.getByText('It would change 1 file').waitFor();
    await page.getByRole('button', { name: 'Approve this change' }).click();
    await page.getByText('Approved.').waitFor();
    await page.getByText('success', { exact: true }).waitFor();
    expect((await house.server.file(call.chat_id, `old-${theme}.txt`)).toString()).toBe('new\n');
    // The stale effect was refused, which the browser tells its console.
    expect(visitor.complaints.filter((complaint) => !complaint.includes('409'))).toEqual([]);
    await visitor.leave();
  });
}

test('what cannot be previewed is only approved or denied', async () => {
  await askFirst('toolsets:\n  shell: {default: ask}\n');
  const { id } = await house.server.call('run_command', { command: 'date' });
  const { previewable } = await house.server.json<{ previewable: boolean }>(`/calls/${id}`);
  const visitor = await house.visitor();
  await visitor.goTo(`/calls/${id}`);
  await visitor.page.getByRole('button', { name: 'Approve and run' }).waitFor();
  expect(await visitor.page.getByRole('button', { name: 'Preview effect' }).count()).toBe(
    previewable ? 1 : 0,
  );
  await visitor.leave();
});
