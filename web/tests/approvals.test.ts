import { expect, test } from 'vitest';
import { House, themes, type Visitor } from './house';

const house = House.forThisFile({ toolsets: ['app-builder', 'notes'] });

function ask(command: string): Promise<{ id: string }> {
  return house.server.call('app-builder:run_command', { command });
}

/** The card of the call that asks to run a command. */
function card(visitor: Visitor, command: string) {
  return visitor.page.getByRole('listitem').filter({ hasText: command });
}

for (const theme of themes) {
  test(`nothing waits at first, and the page says how something would, in the ${theme} theme`, async () => {
    const visitor = await house.visitor(theme);
    await visitor.goTo('/approvals');
    await visitor.page.getByText('Nothing waits for you').waitFor();
    await visitor.picture(`approvals-empty-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await visitor.leave();
  });

  test(`calls are approved and denied by keys, and stay with their end, in the ${theme} theme`, async () => {
    await ask(`echo first-${theme}`);
    await ask(`echo second-${theme}`);
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo('/approvals');
    await page.getByText('2 calls wait.').waitFor();
    await page.getByText(`second-${theme}`).waitFor();
    await visitor.picture(`approvals-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    // Without a call that has the focus, the key only goes to the oldest one.
    await page.keyboard.press('a');
    expect(await page.getByRole('button', { name: 'Approve and run' }).count()).toBe(2);
    await page.keyboard.press('a');
    const first = card(visitor, 'Approved.');
    await first.getByText('success').waitFor();
    await first.getByText(`first-${theme}`).first().waitFor();

    await page.getByText('One call waits.').waitFor();
    await page.keyboard.press('d');
    await page.getByRole('dialog').getByLabel('Reason').fill('no echoes');
    await page.keyboard.press('Enter');
    await page.getByText('Denied. Nothing ran.').waitFor();
    await page.getByText('Nothing waits any more.').waitFor();
    await visitor.picture(`approvals-decided-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);

    await page.getByRole('button', { name: 'Clear what is over' }).click();
    await page.getByText('Nothing waits for you').waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}

test('a call that asks appears without a reload, and `g a` leads here instead of approving', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await visitor.goTo('/approvals');
  await page.getByText('Nothing waits for you').waitFor();
  const { id } = await ask('echo live');
  await card(visitor, 'echo live').waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('g');
  await page.keyboard.press('a');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard' }).getByText('Approve the call').waitFor();
  const { status } = await house.server.json<{ status: string }>(`/calls/${id}`);
  expect(status).toBe('pending');
  await house.server.json(`/calls/${id}/deny`, {});
  await visitor.leave();
});

test('several are approved together after one more question', async () => {
  for (const name of ['one', 'two', 'three']) await ask(`echo bulk-${name}`);
  const visitor = await house.visitor();
  const { page } = visitor;
  await visitor.goTo('/approvals');
  await card(visitor, 'bulk-one').getByRole('checkbox').check();
  await card(visitor, 'bulk-three').getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Approve 2 chosen' }).click();
  const question = page.getByRole('alertdialog', { name: 'Run 2 calls?' });
  await question.getByText('app-builder:run_command').waitFor();
  await visitor.picture('approvals-bulk', 'window');
  await question.getByRole('button', { name: 'Approve 2' }).click();
  await page.getByText('One call waits.').waitFor();
  await page.getByText('success').nth(1).waitFor();
  await card(visitor, 'bulk-two').getByRole('button', { name: 'Deny' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deny', exact: true }).click();
  await page.getByText('Denied. Nothing ran.').waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('calls are decided on a phone', async () => {
  const { id } = await ask('echo phone');
  const visitor = await house.visitor('light', 390);
  const { page } = visitor;
  await visitor.goTo('/approvals');
  await page.getByText('echo phone').waitFor();
  await visitor.picture('approvals-phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await visitor.accessibilityFaults()).toEqual([]);
  await house.server.json(`/calls/${id}/deny`, {});
  await page.getByText('Nothing waits for you').waitFor();
  await visitor.leave();
});
