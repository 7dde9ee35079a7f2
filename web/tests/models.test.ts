import { afterAll, beforeAll, expect, test } from 'vitest';
import { House, themes } from './house';
import { ScriptedModel, says } from './house/scripted-model';

const house = House.forThisFile();
let model: ScriptedModel;

beforeAll(async () => {
  model = await ScriptedModel.start();
});
afterAll(() => model.stop());

for (const theme of themes) {
  test(`a language model is added, tried, changed and removed, in the ${theme} theme`, async () => {
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo('/settings');
    await page.getByRole('button', { name: 'Add a model' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.getByText('Say what its server calls it.').waitFor();
    await dialog.getByLabel('Name', { exact: true }).fill('main');
    await dialog.getByLabel('Model', { exact: true }).fill('scripted');
    await dialog.getByLabel('Address').fill(model.url);
    await dialog.getByLabel('API key').fill('sk-secret-1234');
    await visitor.picture(`model-add-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();

    const row = page.getByRole('list', { name: 'Language models' }).getByRole('listitem');
    await row.getByText('default').waitFor();
    await row.getByText('key kept').waitFor();
    await row.getByText('sees no pictures').waitFor();
    model.add(says('ready'));
    await row.getByRole('button', { name: 'Test main' }).click();
    await row.getByText(/It answered/).waitFor();
    await visitor.picture(`models-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);

    await row.getByRole('button', { name: 'More about main' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    expect(await dialog.getByLabel('API key').inputValue()).toBe('');
    await dialog.getByLabel('Context window').fill('32768');
    await dialog.getByLabel('Pictures').selectOption('Shown');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByText('32,768 tokens · sees pictures').waitFor();
    await row.getByText('key kept').waitFor();
    model.add({ status: 401, message: 'Incorrect API key provided' });
    await row.getByRole('button', { name: 'Test main' }).click();
    await row.locator('.bg-bad-soft').waitFor();
    await visitor.picture(`models-refused-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    expect(await page.content()).not.toContain('sk-secret-1234');

    await row.getByRole('button', { name: 'More about main' }).click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await row.waitFor({ state: 'detached' });
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}
