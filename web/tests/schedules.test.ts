import { expect, test } from 'vitest';
import { House, themes } from './house';

const house = House.forThisFile({ toolsets: ['notes', 'slow-lane'] });

const toolOf = { light: 'notes:add_note', dark: 'slow-lane:count' } as const;
const argsOf = { light: '{"subject": "Tick", "text": "tock"}', dark: '{"to": 1, "pause": 0}' } as const;

for (const theme of themes) {
  test(`a tool is given times, runs, and leaves its prompt, in the ${theme} theme`, async () => {
    const tool = toolOf[theme];
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo('/schedules');
    await page
      .getByText('Nothing runs by itself')
      .or(page.getByRole('list', { name: 'Schedules' }))
      .waitFor();
    await visitor.goTo(`/tools/${encodeURIComponent(tool)}?tab=triggers`);
    await page.getByRole('button', { name: 'Add a schedule' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Schedule').fill('*/30');
    await dialog.getByLabel('Prompt').fill(`Look at it, ${theme}:`);
    await dialog.getByLabel('Arguments').fill('{');
    await dialog.getByText('This is no JSON object.').waitFor();
    await dialog.getByLabel('Arguments').fill(argsOf[theme]);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await visitor.picture(`schedule-dialog-${theme}`, 'window');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByText('every 30 minutes', { exact: true })
      .or(page.getByText(/^every 30 minutes/))
      .first()
      .waitFor();
    await visitor.picture(`triggers-${theme}`);

    await visitor.goTo('/schedules');
    const row = page.getByRole('list', { name: 'Schedules' }).getByRole('listitem').filter({ hasText: tool });
    await row.getByText('never yet').waitFor();
    await row.getByRole('button', { name: /^Run now/ }).click();
    await row
      .getByRole('link', { name: /the call of the last run/ })
      .getByText('success')
      .waitFor();
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await row.getByRole('switch').click();
    await row.getByText('not while it is off').waitFor();
    await visitor.picture(`schedules-${theme}`);

    await page.getByRole('tab', { name: 'Prompts' }).click();
    const prompt = page
      .getByRole('list', { name: 'Prompts' })
      .getByRole('listitem')
      .filter({ hasText: theme });
    await prompt.getByText(`Look at it, ${theme}:`).waitFor();
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await visitor.picture(`prompts-${theme}`);
    await prompt.getByRole('button', { name: /^Delete this prompt/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await prompt.waitFor({ state: 'detached' });
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}

test('prompts come while somebody looks, and go where an agent takes them', async () => {
  const tool = '/schedules/slow-lane%3Acount';
  await house.server.json(tool, { schedule: '@daily', prompt: 'Count:', args: { to: 1, pause: 0 } }, 'PUT');
  const visitor = await house.visitor('light', 390);
  const { page } = visitor;
  await visitor.goTo('/schedules?tab=prompts');
  await page.getByText('No prompt waits').waitFor();
  await house.server.request(`${tool}/run`, { method: 'POST' });
  await page.getByText('Count:').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await visitor.accessibilityFaults()).toEqual([]);
  const { id } = await house.server.json<{ id: string }>('/prompts/take', { for_seconds: 60 });
  await page.getByRole('radio', { name: 'Taken' }).click();
  await page.getByText('Count:').waitFor();
  await house.server.request(`/prompts/${id}/ack`, { method: 'POST' });
  await page.getByRole('radio', { name: 'Done' }).click();
  await page.getByText('Count:').waitFor();
  await visitor.picture('prompts-phone');
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('times that a person said are taken back, and come back', async () => {
  await house.server.json('/schedules/slow-lane%3Acount', { schedule: '@daily', args: { to: 1 } }, 'PUT');
  const visitor = await house.visitor();
  const { page } = visitor;
  await visitor.goTo('/schedules');
  const row = page
    .getByRole('list', { name: 'Schedules' })
    .getByRole('listitem')
    .filter({ hasText: 'slow-lane:count' });
  await row.getByRole('button', { name: /^Take back/ }).click();
  await row.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Undo' }).click();
  await row.waitFor();
  await row.getByRole('button', { name: /^Change when/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Schedule').fill('every full moon');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').waitFor();
  await visitor.picture('schedule-refused', 'window');
  await visitor.leave();
});

for (const theme of themes) {
  test(`a webhook is made, called from outside, renewed and removed, in the ${theme} theme`, async () => {
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo(`/tools/${encodeURIComponent('notes:add_note')}?tab=triggers`);
    await page.getByRole('button', { name: 'Make an address…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Prompt').fill('Something came in:');
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await dialog.getByRole('button', { name: 'Make the address' }).click();
    const fresh = page.getByRole('status').filter({ hasText: 'not shown again' });
    const address = (await fresh.getByText(/^http.*\/hooks\//).textContent()) ?? '';
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await visitor.picture(`webhook-${theme}`);

    const called = await fetch(address, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ subject: 'Hook', text: theme }),
    });
    expect(called.ok).toBe(true);
    await page.reload();
    await page.getByText(/last called/).waitFor();
    expect(await page.content()).not.toContain(address);
    await visitor.goTo('/schedules?tab=prompts');
    await page.getByText('Something came in:').first().waitFor();

    await visitor.goTo(`/tools/${encodeURIComponent('notes:add_note')}?tab=triggers`);
    await page.getByRole('button', { name: 'Remove…' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Make an address…' }).waitFor();
    expect((await fetch(address, { method: 'POST', body: '{}' })).ok).toBe(false);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}
