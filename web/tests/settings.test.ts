import { expect, test } from 'vitest';
import { House, themes, type Visitor } from './house';

const house = House.forThisFile();

/** Signs in again with another token. */
async function signInWith(visitor: Visitor, secret: string): Promise<void> {
  await visitor.page.goto('about:blank');
  await visitor.page.goto(`${house.server.url}/ui/#token=${secret}`);
  await visitor.page.getByRole('heading', { level: 1 }).waitFor();
}

async function statusWith(secret: string): Promise<number> {
  const headers = { Authorization: `Bearer ${secret}` };
  return (await fetch(`${house.server.url}/toolsets`, { headers })).status;
}

for (const theme of themes) {
  test(`a token is made, its secret shown once, and revoked, in the ${theme} theme`, async () => {
    const name = `laptop ${theme}`;
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo('/settings');
    await page.getByRole('button', { name: 'Create a token' }).click();
    await page.getByLabel('Name').fill(name);
    await page.getByRole('radio', { name: /^Read/ }).check();
    await visitor.picture(`settings-create-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const note = page.getByRole('region', { name: `Secret of the token ${name}` });
    const secret = (await note.locator('code').textContent()) ?? '';
    expect(await statusWith(secret)).toBe(200);
    await page.getByRole('listitem').filter({ hasText: name }).getByText('read').waitFor();
    await page.getByText('A JSON body').waitFor();
    await visitor.picture(`settings-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await note.getByRole('button', { name: 'I have kept it' }).click();
    await note.waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(secret);

    await page.getByRole('button', { name: `Revoke ${name}` }).click();
    const window = page.getByRole('alertdialog', { name: `Revoke “${name}”?` });
    await visitor.picture(`settings-revoke-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    // Another token is revoked already: only the answer says that this one is.
    const revoked = page.waitForResponse((response) => response.request().method() === 'DELETE');
    await window.getByRole('button', { name: 'Revoke' }).click();
    await revoked;
    await page.getByText(/\d revoked/).waitFor();
    expect(await statusWith(secret)).toBe(401);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  test(`what the token may not do is said instead of failing, in the ${theme} theme`, async () => {
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    const body = { name: `guest ${theme}`, scope: 'read' };
    const { secret } = await house.server.json<{ secret: string }>('/tokens', body);
    await signInWith(visitor, secret);
    await page.getByRole('button', { name: 'Import a toolset', disabled: true }).waitFor();
    for (const place of ['/settings', '/doctor']) {
      await visitor.goTo(place);
      await page.getByText('It takes a token with the scope admin').waitFor();
      await visitor.picture(`refused${place.replaceAll('/', '-')}-${theme}`);
      expect(await visitor.accessibilityFaults(), place).toEqual([]);
    }
    expect(visitor.complaints).toEqual([]);
    await page.getByRole('button', { name: 'Sign in with another' }).click();
    await page.getByRole('heading', { name: 'Sign in to Pegboard' }).waitFor();
    await visitor.leave();
  });

  test(`the doctor says what is there, and reads what is stored, in the ${theme} theme`, async () => {
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo('/doctor');
    const python = page
      .getByRole('list', { name: 'Findings' })
      .getByRole('listitem')
      .filter({ hasText: /^python/i });
    await python.first().waitFor();
    await page.getByRole('button', { name: 'Read everything' }).click();
    await page.getByText('are whole').waitFor();
    await visitor.picture(`doctor-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}

test('the theme is chosen and kept', async () => {
  const visitor = await house.visitor('light');
  const { page } = visitor;
  await visitor.goTo('/settings');
  await page.getByText('Dark', { exact: true }).click();
  await page.locator('html[data-theme="dark"]').waitFor();
  await page.reload();
  await page.locator('html[data-theme="dark"]').waitFor();
  expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
  await visitor.leave();
});

test('settings and doctor hold on a phone', async () => {
  const visitor = await house.visitor('dark', 390);
  const { page } = visitor;
  for (const [place, text] of [
    ['/settings', 'Create a token'],
    ['/doctor', 'Stored content'],
  ] as const) {
    await visitor.goTo(place);
    await page.getByText(text).first().waitFor();
    await visitor.picture(`phone${place.replaceAll('/', '-')}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(wide, place).toBeLessThanOrEqual(0);
    expect(await visitor.accessibilityFaults(), place).toEqual([]);
  }
  await visitor.leave();
});
