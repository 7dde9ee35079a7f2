import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { House, themes } from './house';

const house = House.forThisFile({ toolsets: ['notes', 'rough-edges'] });

beforeAll(async () => {
  for (const text of ['one', 'two', 'three']) {
    await house.server.call('notes:add_note', { subject: 'Counted', text });
  }
  for (let at = 0; at < 2; at += 1) await house.server.call('rough-edges:raise_error', {});
});

for (const theme of themes) {
  test(`a tool’s page counts how its calls ended, in the ${theme} theme`, async () => {
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo(`/tools/${encodeURIComponent('rough-edges:raise_error')}`);
    await page.getByRole('tab', { name: 'Numbers' }).click();
    await page.getByText('0 %').waitFor();
    await page
      .getByRole('list', { name: 'Failures by kind' })
      .getByText('The tool’s own code failed.')
      .waitFor();
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await visitor.picture(`numbers-${theme}`);

    await house.server.call('rough-edges:raise_error', {});
    await page.getByRole('definition').filter({ hasText: /^3$/ }).waitFor();
    await page.getByRole('list', { name: 'Last failures' }).getByRole('link').first().click();
    await page.getByRole('heading', { name: 'rough-edges:raise_error', level: 1 }).waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}

test('a tool that nobody called has no numbers yet, on a phone', async () => {
  const visitor = await house.visitor('dark', 390);
  const { page } = visitor;
  await visitor.goTo(`/tools/${encodeURIComponent('rough-edges:half_way')}?tab=numbers`);
  await page.getByText('No call of it has ended yet').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await visitor.accessibilityFaults()).toEqual([]);
  await visitor.leave();
});

test('the calls that the filters leave are saved as a table or as lines', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await visitor.goTo('/calls?tool=notes%3Aadd_note');
  await page
    .getByRole('link', { name: /Counted/ })
    .first()
    .waitFor();
  const saved = async (entry: string) => {
    await page.getByRole('button', { name: 'Export' }).click();
    const coming = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: entry }).click();
    const download = await coming;
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
  };
  const table = await saved('As CSV, for tables');
  expect(table.name).toMatch(/^calls-[\d-]+\.csv$/);
  // A cell with several lines is quoted, so lines are not rows.
  expect(table.text.match(/notes:add_note/g)).toHaveLength(3);
  const lines = await saved('As JSON lines');
  const calls = lines.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { tool_id: string });
  expect(calls.map(({ tool_id }) => tool_id)).toEqual(Array(3).fill('notes:add_note'));
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('how long the record is kept is said in days, and not in anything else', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await visitor.goTo('/settings');
  const days = page.getByLabel('Days that calls are kept');
  const save = page.getByRole('button', { name: 'Save' });
  await days.fill('soon');
  await page.getByText('A whole number from 1 on, or nothing.').waitFor();
  expect(await save.isDisabled()).toBe(true);
  await days.fill('90');
  await save.click();
  await page.getByText('The new times are kept.').first().waitFor();
  await page.reload();
  await expect.poll(() => days.inputValue()).toBe('90');
  expect(await visitor.accessibilityFaults()).toEqual([]);
  await days.fill('');
  await save.click();
  await expect.poll(() => house.server.json('/retention')).toEqual({ calls_days: null, outcomes_days: null });
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});
