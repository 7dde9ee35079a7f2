import { describe, expect, test } from 'vitest';
import { House, installNamed, themes, type Visitor } from './house';
import { containerTool } from './house/container-tool';

/** Where a Docker for tests listens: `cargo run -p xtask -- containers -- npm run test:browser` starts one. */
const engine = process.env.PEGBOARD_TEST_DOCKER_HOST ?? '';

const open = (visitor: Visitor, name: string, tab: string) =>
  visitor.goTo(`/tools/${encodeURIComponent(`${name}:${name}`)}?tab=${tab}`);

describe.skipIf(engine === '')('on a machine with a container engine', () => {
  const house = House.forThisFile({ env: { DOCKER_HOST: engine } });

  for (const theme of themes) {
    test(`an image is built before one’s eyes and its tool answers with a card, in the ${theme} theme`, async () => {
      const name = `weather_${theme}`;
      const visitor = await house.visitor(theme);
      const { page } = visitor;
      // With its own name in it: what an engine has built before is over before anybody looks.
      const slow = [`RUN for step in 1 2 3; do echo "step $step of ${name}"; sleep 1; done`];
      await installNamed(house.server, name, containerTool({ name, build: slow }));
      await open(visitor, name, 'image');
      await page.getByRole('log').getByText('step 2').waitFor();
      await page.getByRole('status').getByText('image ready').waitFor();
      await page.getByText('reaches no network').waitFor();
      await page.getByText('64 MiB').waitFor();
      expect(await visitor.accessibilityFaults()).toEqual([]);
      await visitor.picture(`image-${theme}`);

      await page.getByRole('tab', { name: 'Run' }).click();
      await page.getByLabel(/^city/).fill('Valletta');
      await page.getByRole('button', { name: /^Run/ }).click();
      await page.frameLocator('iframe[title="Card: Weather in Valletta"]').getByText('21 °C').waitFor();
      expect(await visitor.accessibilityFaults()).toEqual([]);
      await visitor.picture(`container-run-${theme}`);

      await page.getByRole('tab', { name: 'Numbers' }).click();
      await page.getByRole('heading', { name: /^Budget/ }).waitFor();
      await page.getByText('as its last result said').waitFor();
      await page.getByRole('button', { name: 'Reset…' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Reset' }).click();
      await page.getByText('The budget is whole again.').first().waitFor();
      expect(visitor.complaints).toEqual([]);
      await visitor.leave();
    });
  }

  test('a build that fails says so in the list and on the page, and can be tried again', async () => {
    const name = 'broken';
    await installNamed(house.server, name, containerTool({ name, build: ['RUN echo nearly >&2; exit 3'] }));
    const visitor = await house.visitor('light', 390);
    const { page } = visitor;
    await visitor.goTo('/tools');
    await page
      .getByRole('link', { name: /broken/ })
      .getByText('build failed')
      .waitFor();
    await open(visitor, name, 'image');
    await page.getByRole('alert').getByText('Correct the Dockerfile').waitFor();
    await page.getByText('nearly').first().waitFor();
    expect(await visitor.accessibilityFaults()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await visitor.picture('image-failed-phone');
    await page.getByRole('button', { name: 'Build again' }).click();
    await page.getByRole('alert').getByText('Correct the Dockerfile').waitFor();
    await visitor.leave();
  });
});

describe('on a machine without a container engine', () => {
  const house = House.forThisFile({ env: { DOCKER_HOST: 'unix:///nowhere/docker.sock' } });

  test('a container tool says that there is none, and where to look', async () => {
    const name = 'weather';
    await installNamed(house.server, name, containerTool({ name }));
    const visitor = await house.visitor('dark');
    const { page } = visitor;
    await open(visitor, name, 'image');
    await page.getByRole('status').getByText('no engine').waitFor();
    await page.getByRole('alert').getByRole('link', { name: 'Doctor' }).waitFor();
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await visitor.picture('image-no-engine');
    await page.getByRole('alert').getByRole('link', { name: 'Doctor' }).click();
    await page.getByRole('list', { name: 'Findings' }).waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
});
