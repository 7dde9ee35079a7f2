import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { House, installMade, program, themes, type Visitor } from './house';
import { answering } from './house/answering';

// MCP servers on the page: added, watched, changed and removed, with real ones behind them.
const house = House.forThisFile();
const server = fileURLToPath(new URL('../../crates/mcp/tests/servers/server.py', import.meta.url));

/** Removes what another flow left, so that each begins the same. */
async function nothing(): Promise<void> {
  const { items } = await house.server.json<{ items: { id: string }[] }>('/toolsets');
  for (const { id } of items) await house.server.request(`/toolsets/${id}`, { method: 'DELETE' });
}

async function looked(visitor: Visitor, name: string, extent: 'page' | 'window' = 'page'): Promise<void> {
  await visitor.picture(name, extent);
  expect(await visitor.accessibilityFaults(), name).toEqual([]);
  const { page } = visitor;
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways, name).toBe(0);
}

for (const theme of themes) {
  test(`a server is tried, added, connected, changed and removed, in the ${theme} theme`, async () => {
    await nothing();
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo('/mcp-servers');
    await page.getByText('No MCP servers are here').waitFor();
    await looked(visitor, `mcp-none-${theme}`);

    await page.getByRole('button', { name: 'Add a server' }).click();
    const window = page.getByRole('dialog', { name: 'Add an MCP server' });
    await window.getByLabel('Command line').fill(`python3 ${server} && rm -rf x`);
    await window.getByText('No shell runs the command').first().waitFor();
    expect(await window.getByRole('button', { name: 'Add', exact: true }).isDisabled()).toBe(true);
    await window.getByLabel('Command line').fill(`SECRET_KEY=sk-hidden python3 ${server}`);
    await window.getByLabel('Name', { exact: true }).fill('odd');
    await window.getByRole('button', { name: 'Test first' }).click();
    await window.getByText(/It works, and has \d+ tools\./).waitFor();
    await looked(visitor, `mcp-add-${theme}`, 'window');
    await window.getByRole('button', { name: 'Add', exact: true }).click();

    await page.getByRole('heading', { name: 'odd', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Reconnect' }).click();
    await page.getByText('It calls itself').waitFor();
    await page.getByRole('link', { name: 'echo' }).waitFor();
    await page.getByRole('log', { name: 'Log' }).getByText('started').waitFor();
    expect(await page.content()).not.toContain('sk-hidden');
    await page.getByRole('list', { name: 'Variables' }).getByText('kept', { exact: true }).waitFor();
    await looked(visitor, `mcp-server-${theme}`);

    await page.getByRole('button', { name: 'Edit…' }).click();
    const edit = page.getByRole('dialog', { name: 'Change odd' });
    await edit.getByLabel('Runs').selectOption('once for each chat');
    await looked(visitor, `mcp-edit-${theme}`, 'window');
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByText('once for each chat, with its workspace').waitFor();

    await page.getByRole('button', { name: 'Remove…' }).click();
    const remove = page.getByRole('alertdialog', { name: 'Remove odd?' });
    await remove.getByText('1 kept secret').waitFor();
    await remove.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No MCP servers are here').waitFor();
    // The event of the removal may come before its answer, and has the page look once more.
    expect(visitor.complaints.filter((complaint) => !complaint.includes('404'))).toEqual([]);
    await visitor.leave();
  });

  test(`servers of another client’s file are looked at, asked about and added, in the ${theme} theme`, async () => {
    await nothing();
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo('/mcp-servers');
    await page.getByRole('button', { name: 'Add a server' }).click();
    await page.getByRole('tab', { name: 'From a file' }).click();
    const text = page.getByLabel(/^Servers of another client/);
    await text.fill('{"nothing": 1}');
    await page.getByRole('button', { name: 'Look inside' }).click();
    await page.getByRole('alert').waitFor();
    await text.fill(JSON.stringify(visualStudioCode));
    await page.getByRole('button', { name: 'Look inside' }).click();

    const list = page.getByRole('list', { name: 'What would be added' });
    await list.getByText('cannot be an id').waitFor();
    await page.getByText('wants an answer').waitFor();
    await list.getByLabel(/key/i).fill('sk-hidden');
    await list.getByRole('checkbox', { name: /^other/ }).uncheck();
    await looked(visitor, `mcp-review-${theme}`, 'window');
    await page.getByRole('button', { name: 'Add 1 server' }).click();
    await page.getByRole('heading', { level: 1, name: /my.search/i }).waitFor();
    const variables = page.getByRole('list', { name: 'Variables' });
    await variables.getByText('kept', { exact: true }).waitFor();
    // By key: the notice that it was added may still lie over the button.
    await variables.getByRole('button', { name: /^Forget/ }).press('Enter');
    await variables.getByText('not kept').waitFor();
    await variables.getByLabel(/^Value for/).fill('sk-other');
    await page.keyboard.press('Enter');
    await variables.getByText('kept', { exact: true }).waitFor();
    // The field lets go of what was typed a moment after the server has it.
    await expect.poll(() => page.content()).not.toMatch(/sk-hidden|sk-other/);
    // The text that was refused, and nothing else.
    expect(visitor.complaints).toEqual([expect.stringContaining('422')]);
    await visitor.leave();
  });

  test(`how servers stand is seen as it happens, secrets hidden, in the ${theme} theme`, async () => {
    await nothing();
    await installMade(house.server, { 'toolset.yaml': far });
    await installMade(house.server, answering);
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo('/mcp-servers');
    const line = (id: string) =>
      page.getByRole('listitem').filter({ has: page.getByRole('link', { name: id, exact: true }) });
    await line('replies').waitFor();
    await house.server.call('mcp:answering~replies:all', {});
    await line('replies').getByText('ready').waitFor();
    await line('replies').getByText('1 tool', { exact: true }).waitFor();
    await house.server.json('/mcp-servers/answering~replies/enable', { enabled: false });
    await line('replies').getByText('off', { exact: true }).waitFor();
    await house.server.json('/mcp-servers/answering~replies/enable', { enabled: true });
    await line('replies').getByText('off', { exact: true }).waitFor({ state: 'detached' });
    await line('search').getByRole('link').click();
    await page.getByText('TOKEN = ***').waitFor();
    await page.getByText(/KEY = \$\{SEARCH_KEY\}/).waitFor();
    expect(await page.content()).not.toContain('sk-secret');
    await page.getByRole('button', { name: 'Test…' }).click();
    await page
      .getByRole('dialog')
      .getByText(/SEARCH_KEY/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Close' }).last().click();
    await page.getByRole('button', { name: 'Reconnect' }).click();
    await page
      .getByRole('alert')
      .getByText(/SEARCH_KEY/)
      .first()
      .waitFor();
    await looked(visitor, `mcp-error-${theme}`);

    await visitor.goTo('/mcp-servers');
    await line('search').getByText('error', { exact: true }).waitFor();
    await line('replies').getByRole('switch').click();
    await line('replies').getByText('off', { exact: true }).waitFor();
    await looked(visitor, `mcp-servers-${theme}`);
    await page.reload();
    await line('replies').getByText('off', { exact: true }).waitFor();
    // The reconnect that was refused, and nothing else.
    expect(visitor.complaints).toEqual([expect.stringContaining('409')]);
    await visitor.leave();
  });

  test(`what a tool answers is shown block by block, in the ${theme} theme`, async () => {
    await nothing();
    await installMade(house.server, answering);
    const call = await house.server.call('mcp:answering~replies:all', {});
    expect(call.status).toBe('success');
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo(`/calls/${call.id}`);
    await page.getByRole('heading', { name: 'A report' }).waitFor();
    await page.getByText('plain words').waitFor();
    const picture = page.getByRole('img', { name: 'What the tool answered with' });
    await picture.waitFor();
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(48);
    await page.getByText(/audio\/wav/).waitFor();
    await page.getByText('https://example.com/more').waitFor();
    await page.getByRole('region', { name: 'Structured content' }).first().getByText('degrees').waitFor();
    await looked(visitor, `mcp-answer-${theme}`);
    await page.getByRole('radio', { name: 'Raw result' }).click();
    await page.getByText('structuredContent').first().waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}

test('what a tool answers is shown block by block as well where it is too large for the record', async () => {
  await nothing();
  await installMade(house.server, answering);
  const call = await house.server.call('mcp:answering~replies:all', { text: 300_000 });
  expect(call.result).toMatchObject({ $file: expect.stringContaining(call.id) });
  const visitor = await house.visitor();
  const { page } = visitor;
  await visitor.goTo(`/calls/${call.id}`);
  await page.getByRole('heading', { name: 'A report' }).waitFor();
  await page.getByRole('img', { name: 'What the tool answered with' }).waitFor();
  await page.getByRole('radio', { name: 'Raw result' }).click();
  await page.getByText('The result was too large for the record').waitFor();
  expect(visitor.complaints).toEqual([]);
  await visitor.leave();
});

test('the rooms of MCP servers hold on a phone, and tell clients how to connect', async () => {
  await nothing();
  await installMade(house.server, answering);
  const visitor = await house.visitor('light', 390);
  const { page } = visitor;
  for (const [place, shown] of [
    ['/mcp-servers', 'replies'],
    ['/mcp-servers/answering~replies', 'Settings'],
    ['/connect', 'Claude Desktop'],
  ] as const) {
    await visitor.goTo(place);
    await page.getByRole('main').getByText(shown).first().waitFor();
    await looked(visitor, `phone${place.replaceAll('/', '-')}`);
  }
  // The very program that answers, and its data folder: a client finds no other ones.
  await page.getByText(`"command": "${program}"`).waitFor();
  await page.getByText(`"${house.server.data}"`).waitFor();
  await page.getByRole('tab', { name: 'Cursor' }).click();
  await page.getByText(`"url": "${house.server.url}/mcp"`).waitFor();
  await visitor.goTo('/mcp-servers/nobody~nothing');
  await page.getByText('No MCP server has this id').waitFor();
  await visitor.leave();
});

// biome-ignore lint/suspicious/noTemplateCurlyInString: so does that client write its inputs
const asked = '${input:search-key}';
const visualStudioCode = {
  servers: {
    'My search': { command: 'search', env: { KEY: asked } },
    other: { command: 'other' },
  },
  inputs: [{ type: 'promptString', id: 'search-key', description: 'The key', password: true }],
};

const far = `manifest_version: "1"
id: far
name: Far
version: "1.0.0"
mcp_servers:
  - id: search
    command: search-server
    args: [--quick]
    env: {KEY: "\${SEARCH_KEY}", TOKEN: sk-secret}
`;
