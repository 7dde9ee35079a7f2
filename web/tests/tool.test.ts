import { expect, test } from 'vitest';
import { House, themes, type Visitor } from './house';

const house = House.forThisFile({
  toolsets: ['app-builder', 'data-lab', 'notes', 'rough-edges', 'slow-lane'],
});

const toolAddress = (id: string) => `/tools/${encodeURIComponent(id)}`;

/** What went wrong beside the refusals that a test asked for. */
function complaints(visitor: Visitor): string[] {
  return visitor.complaints.filter((text) => !text.includes('422'));
}

async function run(visitor: Visitor): Promise<void> {
  await visitor.page.getByRole('button', { name: /^Run/ }).click();
}

/** The region of the result once the call has this status. */
async function result(visitor: Visitor, status: string): Promise<void> {
  await visitor.page.getByRole('status').filter({ hasText: 'Result' }).getByText(status).waitFor();
}

for (const theme of themes) {
  test(`a form shows at its fields what the server refuses, and then runs, in the ${theme} theme`, async () => {
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo(toolAddress('data-lab:make_table'));
    await page.getByRole('button', { name: 'Add to columns' }).click();
    await page.getByRole('combobox', { name: /Form of/ }).selectOption('Ramp');
    await page.getByLabel(/^rows/).fill('0');
    await run(visitor);
    await page.getByRole('alert').getByText('3 arguments do not fit').waitFor();
    expect(await page.getByLabel(/^rows/).getAttribute('aria-invalid')).toBe('true');
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await visitor.picture(`tool-refused-${theme}`);

    await page.getByRole('button', { name: 'columns[0].name' }).click();
    await page.keyboard.type('height');
    await page.getByLabel(/^path/).fill(`tables/${theme}.csv`);
    await page.getByLabel(/^rows/).fill('3');
    await page.getByText('What did not fit is changed').waitFor();
    await run(visitor);
    await result(visitor, 'success');
    await page.getByText('1 file changed').waitFor();
    await page.getByText('height').first().waitFor();
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await visitor.picture(`tool-ran-${theme}`);
    expect(complaints(visitor)).toEqual([]);
    await visitor.leave();
  });

  test(`form, JSON and what the model sees are one, in the ${theme} theme`, async () => {
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo(toolAddress('notes:add_note'));
    await page.getByLabel(/^subject/).fill('Trees');
    await page.getByRole('tab', { name: 'JSON', exact: true }).click();
    const editor = page.getByRole('textbox', { name: 'Arguments as JSON' });
    await editor.fill('{"subject": "Trees", "text": "oak\\nbeech", "tags": ["a", "b"], "more": {"x": 1}}');
    await page.getByRole('tab', { name: 'Form' }).click();
    expect(await page.getByLabel(/^text/).inputValue()).toBe('oak\nbeech');
    expect(await page.getByLabel(/^tags/).count()).toBe(2);
    await page.getByRole('tab', { name: 'JSON', exact: true }).click();
    expect(await editor.textContent()).toContain('"more": {"x": 1}');
    await editor.fill('{"subject": ');
    await page.getByText('not JSON yet').waitFor();
    await page.getByRole('tab', { name: 'Form' }).click();
    await page.getByRole('button', { name: 'Go on with the JSON' }).click();
    expect(await editor.textContent()).toContain('{"subject": ');

    await page.getByRole('tab', { name: 'What the model sees' }).click();
    await page.getByRole('tab', { name: 'Anthropic' }).click();
    await page.getByText('"input_schema"').waitFor();
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await visitor.picture(`tool-model-${theme}`);
    expect(complaints(visitor)).toEqual([]);
    await visitor.leave();
  });
}

test('a tool is found, filled in and run with the keyboard alone', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await page.getByRole('heading', { name: 'Tools', level: 1 }).waitFor();
  await page.getByText('28 tools', { exact: true }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('add note');
  await page.getByText('1 of 28 tools').waitFor();
  await page.keyboard.press('ArrowDown');
  await page.locator('a:focus', { hasText: 'Add note' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Add note', level: 1 }).waitFor();
  await page.getByLabel(/^subject/).waitFor();
  await tabTo(visitor, 'args_subject');
  await page.keyboard.type('Keys');
  await page.keyboard.press('Tab');
  await page.keyboard.type('typed');
  await page.keyboard.press('Control+Enter');
  await result(visitor, 'success');
  expect(complaints(visitor)).toEqual([]);
  await visitor.leave();
});

/** Presses Tab until the focus is on the element with this id. */
async function tabTo(visitor: Visitor, id: string): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if ((await visitor.page.evaluate(() => document.activeElement?.id)) === id) return;
    await visitor.page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${id}`);
}

test('a long call shows what it prints, and is cancelled', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await visitor.goTo(toolAddress('slow-lane:count'));
  await page.getByLabel(/^to/).fill('500');
  await run(visitor);
  const log = page.getByRole('log');
  await log.getByText('2').first().waitFor();
  expect(await visitor.accessibilityFaults()).toEqual([]);
  await visitor.picture('tool-running-light');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await result(visitor, 'error');
  expect(complaints(visitor)).toEqual([]);
  await visitor.leave();
});

test('a call that waits for a person leads to the approvals, and goes on by itself', async () => {
  const visitor = await house.visitor('dark');
  const { page } = visitor;
  await visitor.goTo(toolAddress('notes:forget_notes'));
  await page.getByText('takes no arguments').waitFor();
  await run(visitor);
  await result(visitor, 'waits for approval');
  await page.getByRole('link', { name: 'Go to the approvals' }).waitFor();
  expect(await visitor.accessibilityFaults()).toEqual([]);
  const waiting = await house.server.json<{ items: { id: string }[] }>('/calls?status=pending');
  await house.server.json(`/calls/${waiting.items[0]?.id}/approve`, {});
  await result(visitor, 'success');
  expect(complaints(visitor)).toEqual([]);
  await visitor.leave();
});

test('a tool runs in a chat that is made for it', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await visitor.goTo(toolAddress('notes:add_note'));
  await page.getByLabel(/^subject/).fill('Chats');
  await page.getByLabel(/^text/).fill('elsewhere');
  await page.getByLabel('Chat', { exact: true }).selectOption('New chat…');
  await page.getByLabel('Title of the new chat').fill('Made for a tool');
  await run(visitor);
  await result(visitor, 'success');
  const chosen = page.getByLabel('Chat', { exact: true }).locator('option:checked');
  await chosen.filter({ hasText: 'Made for a tool' }).waitFor({ state: 'attached' });
  await page.getByRole('link', { name: 'Workspace', exact: true }).click();
  await page.getByRole('treeitem', { name: /notes/ }).waitFor();
  await visitor.leave();
});

test('arguments are saved, overwritten, loaded, deleted and brought back', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await visitor.goTo(toolAddress('notes:add_note'));
  const open = page.getByRole('button', { name: /^Saved inputs/ });
  await page.getByLabel(/^subject/).fill('First');
  await open.click();
  await page.getByText('Nothing is saved for this tool yet').waitFor();
  await page.getByLabel(/Save the present arguments/).fill('Mine');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Load Mine' }).waitFor();
  expect(await visitor.accessibilityFaults()).toEqual([]);
  await visitor.picture('tool-saved-inputs-light');
  await page.keyboard.press('Escape');

  await page.getByLabel(/^subject/).fill('Second');
  await open.click();
  await page.getByLabel(/Save the present arguments/).fill('Mine');
  await page.getByRole('button', { name: 'Overwrite' }).click();
  await page.getByText('“Mine” is overwritten.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('list', { name: 'Saved inputs' }).getByText('First').waitFor();
  await page.getByRole('button', { name: 'Load Mine' }).click();
  expect(await page.getByLabel(/^subject/).inputValue()).toBe('First');

  await open.click();
  await page.getByRole('button', { name: 'Delete Mine' }).click();
  await page.getByText('Nothing is saved for this tool yet').waitFor();
  await page.getByText('“Mine” is deleted.').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Load Mine' }).waitFor();
  expect(complaints(visitor)).toEqual([]);
  await visitor.leave();
});

for (const theme of themes) {
  test(`changes are tried on a past call, saved, undone and reset in the ${theme} theme`, async () => {
    await house.server.call('app-builder:write_file', { path: 'page.md', content: '# Tried on' });
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo(toolAddress('app-builder:write_file'));
    await page.getByRole('tab', { name: 'Changes' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Put a file');
    await page.getByLabel('Renderer').selectOption('document');
    await page.getByText('needs `file` or `content`').waitFor();
    await page.getByLabel('A workspace file').fill('$args.path');
    const preview = page.locator('section', { has: page.getByRole('heading', { name: 'Preview' }) });
    await preview.getByRole('heading', { name: 'Tried on' }).waitFor();
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await visitor.picture(`tool-changes-${theme}`);

    await page.getByRole('button', { name: 'Save the changes' }).click();
    await page.getByRole('heading', { name: 'Put a file', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('heading', { name: 'Write File', level: 1 }).waitFor();

    await page.getByLabel('Always ask').check();
    await page.getByRole('tab', { name: 'Run' }).click();
    await page.getByRole('tab', { name: 'Changes' }).click();
    await page.getByRole('button', { name: 'Save the changes' }).click();
    await page.getByText('Everything is saved').waitFor();
    await page.getByRole('button', { name: 'Reset Confirmation' }).click();
    await page.getByRole('button', { name: 'Save the changes' }).click();
    await page.getByText('Everything is saved').waitFor();
    expect(complaints(visitor)).toEqual([]);
    await visitor.leave();
  });
}

test('nobody leaves unsaved changes to a tool behind by accident', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await visitor.goTo(`${toolAddress('data-lab:make_table')}?tab=overrides`);
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Mine');
  await page.getByText('Not saved yet').waitFor();
  // Another part of the page keeps them.
  await page.getByRole('tab', { name: 'Definition' }).click();
  await page.getByRole('tab', { name: 'Changes' }).click();
  expect(await name.inputValue()).toBe('Mine');
  const asked = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await page.getByRole('link', { name: 'Toolsets' }).click();
  await asked.getByText(/^Your changes to .+ are not saved/).waitFor();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  expect(await name.inputValue()).toBe('Mine');
  // The browser asks in its own words when the whole page goes.
  const dialog = page.waitForEvent('dialog');
  const closing = page.close({ runBeforeUnload: true });
  const leaving = await dialog;
  expect(leaving.type()).toBe('beforeunload');
  await leaving.dismiss();
  await closing;
  await page.getByRole('link', { name: 'Toolsets' }).click();
  await asked.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'Toolsets', level: 1 }).waitFor();
  await visitor.goTo(`${toolAddress('data-lab:make_table')}?tab=overrides`);
  await page.getByText('Everything is saved').waitFor();
  await visitor.leave();
});

test('the rooms of tools fit a phone', async () => {
  const visitor = await house.visitor('light', 390);
  const { page } = visitor;
  const places = [
    '/tools',
    toolAddress('data-lab:make_table'),
    `${toolAddress('data-lab:make_table')}?tab=overrides`,
  ];
  for (const [index, place] of places.entries()) {
    await visitor.goTo(place);
    const shown = index === 0 ? 'read_file' : 'data-lab:make_table';
    await page.getByText(shown).first().waitFor();
    if (index === 1) await page.getByLabel(/^path/).waitFor();
    if (index === 2) await page.getByLabel('Name', { exact: true }).waitFor();
    expect(await visitor.accessibilityFaults(), place).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width, place).toBeLessThanOrEqual(390);
    await visitor.picture(`tools-phone-${index}`);
  }
  await visitor.leave();
});

/** Installs a toolset of a thousand tools, which is as many as one may have. */
