import { expect, test } from 'vitest';
import { House, themes } from './house';

// Whether a language model is there depends on the machine; that none is must be said in any case.
const house = House.forThisFile({ toolsets: ['notes', 'data-lab'], serve: ['--embeddings', 'off'] });

for (const theme of themes) {
  test(`a tool is found by what it is to do, and the list says how, in the ${theme} theme`, async () => {
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo('/policy');
    await page.getByRole('button', { name: /^Tool to try/ }).click();
    const list = page.getByRole('listbox', { name: 'Tools' });
    await list.getByRole('option', { name: /Add note/ }).waitFor();
    await page.getByPlaceholder('A name, or what it is to do').fill('numbers of a column, such as its mean');
    await list
      .getByRole('option', { name: /data-lab:/ })
      .first()
      .waitFor();
    await page.getByText(/^Only by words: ./).waitFor();
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await visitor.picture(`tool-picker-${theme}`, 'window');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Tool to try data-lab:/ }).waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}

test('what nothing does is said', async () => {
  const visitor = await house.visitor('light', 390);
  const { page } = visitor;
  await visitor.goTo('/policy');
  await page.getByRole('button', { name: /^Tool to try/ }).click();
  await page.getByPlaceholder('A name, or what it is to do').fill('xylophone zeppelin');
  await page.getByText('No tool is called that, and none does anything like it.').waitFor();
  await visitor.leave();
});
