import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { House, themes } from './house';

const house = House.forThisFile({
  toolsets: ['app-builder', 'data-lab', 'notes', 'rough-edges', 'slow-lane'],
});

for (const theme of themes) {
  test(`tools are found by words, source and mark in the ${theme} theme`, async () => {
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo('/tools');
    await page.getByRole('heading', { name: 'Data Lab' }).waitFor();
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await visitor.picture(`tools-${theme}`);

    await page.keyboard.press('/');
    await page.keyboard.type('CSV generated');
    await page.getByText('1 of 28 tools').waitFor();
    expect(new URL(page.url()).searchParams.get('q')).toBe('CSV generated');
    expect(await page.getByRole('link', { name: /Make table/ }).count()).toBe(1);

    await page.getByRole('searchbox').fill('');
    await page.getByRole('button', { name: /^Problem/ }).click();
    await page.getByText('2 of 28 tools').waitFor();
    await page.reload();
    await page.getByText('this module is broken on purpose').waitFor();

    await page.getByRole('searchbox').fill('nothing is called this');
    await page.getByText('No tool matches').waitFor();
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await page.getByRole('button', { name: 'Show all tools' }).click();
    await page.getByText('28 tools', { exact: true }).waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}

async function installThousand(id: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pegboard-many-'));
  const names = Array.from({ length: 1000 }, (_, number) => `tool_${String(number).padStart(4, '0')}`);
  const tools = names.map((name) => `  - { id: ${name}, entrypoint: "many:work" }`).join('\n');
  const manifest = [
    'manifest_version: "1"',
    `id: ${id}`,
    `name: ${id}`,
    'version: "1.0.0"',
    'tools:',
    tools,
    '',
  ];
  await writeFile(join(folder, 'toolset.yaml'), manifest.join('\n'));
  await writeFile(
    join(folder, 'many.py'),
    'from covalt_toolset import tool\n\n\n@tool(name="Work", description="Do nothing")\ndef work() -> dict:\n    return {}\n',
  );
  await house.server.install(folder);
  await rm(folder, { recursive: true });
}

test('of two thousand tools only those in sight are drawn, and the last is reached', async () => {
  const many = ['many-a', 'many-b'];
  for (const id of many) await installThousand(id);
  const visitor = await house.visitor();
  const { page } = visitor;
  await visitor.goTo('/tools?q=many');
  await page.getByText('2000 of 2028 tools').waitFor();
  await page.getByText('many-a:tool_0000').waitFor();
  expect(await page.locator('[data-row]').count()).toBeLessThan(80);
  await page.getByRole('searchbox').blur();
  await page.keyboard.press('End');
  await page.getByText('many-b:tool_0999').waitFor();
  expect(await page.locator('[data-row]').count()).toBeLessThan(80);
  await page.getByRole('searchbox').fill('many-b 123');
  await page.getByText('1 of 2028 tools').waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
  for (const id of many) await house.server.request(`/toolsets/${id}`, { method: 'DELETE' });
});
