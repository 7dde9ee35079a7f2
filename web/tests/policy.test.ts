import { expect, test } from 'vitest';
import { House, installMade, themes, type Visitor } from './house';

const house = House.forThisFile({ toolsets: ['app-builder'] });
const closed = House.forThisFile({ serve: ['--no-tools'] });

function setPolicy(text: string): Promise<unknown> {
  return house.server.json('/policy', { text }, 'PUT');
}

/** Puts a text in place of what the editor holds. */
async function write({ page }: Visitor, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Rules as YAML' }).fill(text);
}

async function chooseTool({ page }: Visitor, id: string): Promise<void> {
  await page.getByRole('button', { name: /^Tool to try/ }).click();
  await page.getByRole('combobox', { name: 'Tool to try' }).fill(id);
  await page
    .getByRole('option')
    .filter({ has: page.getByText(id, { exact: true }) })
    .click();
}

for (const theme of themes) {
  test(`rules are begun with an example, corrected at their line, tried and kept, in the ${theme} theme`, async () => {
    await setPolicy('');
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo('/policy');
    await page.getByText('The house has no rules of its own').waitFor();
    await page.getByText('Nothing is granted beyond single calls').waitFor();
    await visitor.picture(`policy-empty-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);

    await page.getByRole('button', { name: 'Begin with an example' }).click();
    await page.getByText('Not kept yet. Nothing is wrong with it.').waitFor();

    await write(visitor, 'toolsets:\n  shell:\n    default: sometimes\n');
    const problem = page.getByRole('list', { name: 'Problems' }).getByRole('button', { name: /^Line 3/ });
    await problem.getByText('toolsets.shell.default').waitFor();
    expect(await page.getByRole('button', { name: 'Keep the rules' }).isDisabled()).toBe(true);
    await page.locator('.cm-lint-marker-error').waitFor();
    await visitor.picture(`policy-problem-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await problem.click();
    await page.locator('.cm-activeLine').getByText('sometimes').waitFor();

    await write(
      visitor,
      'toolsets:\n  shell:\n    rules:\n      - {pattern: "git ", approval: preApproved}\n      - {pattern: "git push", approval: blocked}\n    default: ask\n',
    );
    await chooseTool(visitor, 'run_command');
    await page.getByRole('textbox', { name: /^command/i }).fill('git status');
    const verdict = page.getByRole('region', { name: 'Verdict' });
    await verdict.getByText('runs', { exact: true }).waitFor();
    await page.getByRole('textbox', { name: /^command/i }).fill('git push origin main');
    await verdict.getByText('blocked', { exact: true }).waitFor();
    await visitor.picture(`policy-try-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await page.getByRole('radio', { name: 'The kept rules' }).click();
    await verdict.getByText('blocked', { exact: true }).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Keep the rules' }).click();
    await page.getByText('These rules hold.').waitFor();
    await verdict.getByText('blocked', { exact: true }).waitFor();
    const { text } = await house.server.json<{ text: string }>('/policy');
    expect(text).toContain('git push');
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('The house has no rules of its own').waitFor();
    // Arguments that are not complete are refused, which the browser tells its console.
    expect(visitor.complaints.filter((complaint) => !complaint.includes('422'))).toEqual([]);
    await visitor.leave();
  });

  test(`an approval is remembered, listed, lapses with the tool and is taken back, in the ${theme} theme`, async () => {
    const kit = (greeting: string) => ({
      'toolset.yaml':
        'manifest_version: "1"\nid: kit\nname: Kit\nversion: "1.0.0"\ntools:\n  - id: hello\n    entrypoint: tools:hello\n    requires_confirmation: true\n',
      'tools.py': `def hello() -> str:\n    """Greets."""\n    return '${greeting}'\n`,
    });
    await installMade(house.server, kit(`hello ${theme}`));
    const { id } = await house.server.call('kit:hello', {});
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo('/approvals');
    await page.getByLabel('Approval holds for').selectOption('same_tool');
    await page.getByText('until the tool’s definition or its bundle changes').waitFor();
    await visitor.picture(`approvals-remember-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await page.getByRole('button', { name: 'Approve and run' }).click();
    await page.getByText('approved by admin').waitFor();
    expect((await house.server.call('kit:hello', {})).status).toBe('success');

    await visitor.goTo('/policy');
    const grant = page
      .getByRole('list', { name: 'Grants' })
      .getByRole('listitem')
      .filter({ hasText: 'kit:hello' });
    await grant.getByText('with any arguments').waitFor();
    await visitor.picture(`policy-grants-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await installMade(house.server, kit(`hallo ${theme}`));
    await grant.getByText('lapsed').waitFor();
    await grant.getByRole('button', { name: 'Take back… the grant of kit:hello' }).click();
    const question = page.getByRole('alertdialog', { name: 'Take this grant back?' });
    expect(await visitor.accessibilityFaults()).toEqual([]);
    await question.getByRole('button', { name: 'Take back' }).click();
    await page.getByText('Nothing is granted beyond single calls').waitFor();

    await visitor.goTo(`/calls/${id}`);
    await page.getByText('allowed', { exact: true }).waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  test(`the kill switch stops every tool, says so everywhere, and is undone, in the ${theme} theme`, async () => {
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo('/policy');
    await page.getByRole('switch', { name: 'All tools' }).click();
    const banner = page.getByRole('region', { name: 'Kill switch' });
    await banner.getByText('All tools are switched off.').waitFor();
    await visitor.goTo('/tools/read_file');
    await banner.waitFor();
    await visitor.picture(`kill-switch-${theme}`, 'window');
    expect(await visitor.accessibilityFaults()).toEqual([]);
    const refused = await house.server
      .call('read_file', { path: 'a' })
      .catch((error: Error) => error.message);
    expect(refused).toContain('switched off');
    await banner.getByRole('button', { name: 'Let tools run again' }).click();
    await banner.waitFor({ state: 'detached' });
    // Another surface switches, and the page hears of it.
    await house.server.json('/policy', { tools_enabled: false }, 'PUT');
    await banner.waitFor();
    await house.server.json('/policy', { tools_enabled: true }, 'PUT');
    await banner.waitFor({ state: 'detached' });
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}

test('tools that are off by configuration cannot be switched on here, and the page says why', async () => {
  const visitor = await closed.visitor();
  const { page } = visitor;
  await visitor.goTo('/policy');
  const banner = page.getByRole('region', { name: 'Kill switch' });
  await banner.getByText('--no-tools').waitFor();
  expect(await banner.getByRole('button').count()).toBe(0);
  expect(await page.getByRole('switch', { name: /^All tools/ }).isDisabled()).toBe(true);
  await visitor.picture('kill-switch-fixed', 'window');
  expect(await visitor.accessibilityFaults()).toEqual([]);
  await visitor.leave();
});

test('policy is read on a phone', async () => {
  await setPolicy('toolsets:\n  app-builder: {approval: ask, tools: {read_file: blocked}}\n');
  const visitor = await house.visitor('light', 390);
  const { page } = visitor;
  await visitor.goTo('/policy');
  await page.getByText('These rules hold.').waitFor();
  await chooseTool(visitor, 'app-builder:read_file');
  await page.getByText('Complete the arguments').waitFor();
  await page.getByRole('textbox', { name: /^path/i }).fill('a');
  await page.getByRole('region', { name: 'Verdict' }).getByText('blocked', { exact: true }).waitFor();
  await visitor.picture('policy-phone');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await visitor.accessibilityFaults()).toEqual([]);
  await setPolicy('');
  await visitor.leave();
});
