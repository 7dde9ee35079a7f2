import { expect, test } from 'vitest';
import { House, installMade, themes } from './house';

const house = House.forThisFile({ toolsets: ['app-builder', 'notes'] });

function broken(): Record<string, string> {
  return {
    'toolset.yaml':
      'manifest_version: "1"\nid: broken\nname: Broken\nversion: "1.0.0"\npython:\n  init: hooks:init\ntools:\n  - id: hello\n    entrypoint: hooks:hello\n',
    'hooks.py':
      "def init(**_):\n    raise RuntimeError('no key in the drawer')\n\n\ndef hello() -> str:\n    return 'hello'\n",
  };
}

for (const theme of themes) {
  test(`a chat’s toolsets are put away, kept at hand and given back, in the ${theme} theme`, async () => {
    const { id } = await house.server.json<{ id: string }>('/chats', { title: `Chest ${theme}` });
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo(`/chats/${id}`);
    await page.getByRole('heading', { name: 'Chest', exact: true }).waitFor();
    await page.getByText('automatic', { exact: true }).waitFor();
    await page.getByText(/about [\d,]+ tokens/).waitFor();
    await visitor.picture(`chest-automatic-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);

    const whole = await page.getByText(/A model in this chat is told of/).textContent();
    await page.getByRole('switch', { name: 'Notes is active' }).click();
    const available = page.getByRole('region', { name: 'Available' });
    await available.getByRole('link', { name: 'Notes' }).waitFor();
    await expect.poll(() => page.getByText(/A model in this chat is told of/).textContent()).not.toBe(whole);
    await page.getByRole('button', { name: 'Make App Builder essential' }).click();
    await page.getByRole('region', { name: 'Essential' }).getByText('stays').waitFor();
    await visitor.picture(`chest-chosen-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    const { toolsets } = await house.server.json<{ toolsets: { id: string; state: string }[] }>(
      `/chats/${id}/chest`,
    );
    expect(toolsets.find((one) => one.id === 'notes')?.state).toBe('available');
    expect(toolsets.find((one) => one.id === 'app-builder')?.state).toBe('essential');

    await page.getByRole('button', { name: 'Back to automatic' }).click();
    await page.getByText('automatic', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await available.getByRole('link', { name: 'Notes' }).waitFor();
    await page.getByRole('region', { name: 'Essential' }).getByText('stays').waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}

test('a toolset that cannot be made ready is named with its reason, and tried again', async () => {
  await installMade(house.server, broken());
  const { id } = await house.server.json<{ id: string }>('/chats', { title: 'Broken' });
  await house.server.json(`/chats/${id}/chest/initialise`, {});
  const visitor = await house.visitor('light', 390);
  const { page } = visitor;
  await visitor.goTo(`/chats/${id}`);
  await page.getByRole('button', { name: 'Chest', exact: true }).click();
  await page.getByText('failed to initialise').waitFor();
  await page.getByText('no key in the drawer').first().waitFor();
  await visitor.picture('chest-failed-phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await visitor.accessibilityFaults()).toEqual([]);
  const tried = page.waitForResponse(/\/chest\/initialise$/);
  await page.getByRole('button', { name: 'Try again' }).click();
  expect((await tried).ok()).toBe(true);
  await page.getByText('failed to initialise').waitFor();
  await house.server.request('/toolsets/broken', { method: 'DELETE' });
  await page.getByText('failed to initialise').waitFor({ state: 'detached' });
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});
