import { expect, test } from 'vitest';
import { House, themes } from './house';

const house = House.forThisFile({ toolsets: ['notes', 'rough-edges'] });

test('without calls the page says what it will show', async () => {
  const visitor = await house.visitor();
  await visitor.goTo('/activity');
  await visitor.page.getByText('No call in this time').waitFor();
  await visitor.picture('activity-empty');
  expect(await visitor.accessibilityFaults()).toEqual([]);
  await visitor.leave();
});

for (const theme of themes) {
  test(`charts and their tables count what was called, in the ${theme} theme`, async () => {
    for (let at = 0; at < 4; at += 1)
      await house.server.call('notes:add_note', { subject: 'Tea', text: `${at}` });
    await house.server.call('rough-edges:raise_error', {});
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo('/activity?range=1h&toolset=rough-edges');
    await page.getByRole('link', { name: 'rough-edges:raise_error' }).waitFor();
    expect(await page.getByRole('link', { name: 'notes:add_note' }).count()).toBe(0);
    await page.getByLabel('Toolset').selectOption('');
    await page.getByRole('link', { name: 'notes:add_note' }).waitFor();
    await page.locator('canvas').nth(1).waitFor();
    await page.getByText('As a table').first().click();
    const table = page.getByRole('region', { name: 'Calls, as a table' });
    await table.getByRole('row').nth(1).waitFor();
    await visitor.picture(`activity-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);

    await page.getByRole('radio', { name: '7 d' }).click();
    await page.waitForURL(/range=7d/);
    await page.getByRole('radio', { name: '1 h' }).click();
    await table.getByRole('link').last().click();
    await page.getByRole('heading', { name: 'Calls', level: 1 }).waitFor();
    await page
      .getByRole('link', { name: /raise_error/ })
      .first()
      .waitFor();
    expect(page.url()).toMatch(/since=.*until=/);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}

test('charts can be read on a phone', async () => {
  const visitor = await house.visitor('dark', 390);
  const { page } = visitor;
  await visitor.goTo('/activity');
  await page.locator('canvas').nth(1).waitFor();
  await visitor.picture('activity-phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await visitor.accessibilityFaults()).toEqual([]);
  await visitor.leave();
});
