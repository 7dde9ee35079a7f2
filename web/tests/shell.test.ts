import { expect, test } from 'vitest';
import { House, themes } from './house';

const house = House.forThisFile();

const places = [
  '/toolsets',
  '/mcp-servers',
  '/tools',
  '/calls',
  '/approvals',
  '/chats',
  '/activity',
  '/renderers',
  '/settings',
  '/doctor',
];

for (const theme of themes) {
  test(`every page of an empty house is accessible in the ${theme} theme`, async () => {
    const visitor = await house.visitor(theme);
    for (const place of places) {
      await visitor.goTo(place);
      expect(await visitor.accessibilityFaults(), place).toEqual([]);
      await visitor.picture(`empty${place.replaceAll('/', '-')}-${theme}`);
    }
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}

test('the link signs in, and the token leaves the address', async () => {
  const visitor = await house.visitor();
  expect(visitor.page.url()).not.toContain('token');
  await visitor.leave();
});

test('a token that is wrong is refused with what to do', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByLabel('Token').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Token').fill(house.server.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'Toolsets', level: 1 }).waitFor();
  await visitor.leave();
});

test('everything is reached by the keyboard alone', async () => {
  const visitor = await house.visitor();
  const { page } = visitor;
  await page.keyboard.press('g');
  await page.keyboard.press('t');
  await page.getByRole('heading', { name: 'Tools', level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('doctor');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Doctor', level: 1 }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
  await page.keyboard.press('Escape');
  await visitor.leave();
});
