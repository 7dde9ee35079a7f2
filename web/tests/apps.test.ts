import { join } from 'node:path';
import type { FrameLocator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { House, installMade, themes, type Visitor } from './house';
import { acting } from './house/app-server';

// Apps of MCP servers (MCP Apps) on a call's page.
const house = House.forThisFile();

/** Where published servers are installed (`make test` does); without it the tests with these are left out. */
const published = process.env.PEGBOARD_MCP_SERVERS;

beforeAll(() => installMade(house.server, acting('acting')));

/** Adds a published server under its name. Its tools run, unless said otherwise of one. */
async function add(name: string): Promise<void> {
  const program = join(
    published ?? '',
    'node_modules/@modelcontextprotocol',
    `server-${name}`,
    'dist/index.js',
  );
  const args = [program, '--stdio'];
  const server = { id: name, command: process.execPath, args, requires_confirmation: false };
  await house.server.json('/mcp-servers', { server });
}

/** Has a person see each call of a tool. */
async function askFor(tool: string): Promise<void> {
  // A server's tools are known once it was asked for them.
  await house.server.json('/tools');
  const path = `/tools/${encodeURIComponent(tool)}/override`;
  await house.server.json(path, { requires_confirmation: true }, 'PUT');
}

/** Opens the page of a new call. */
async function show(visitor: Visitor, tool: string, args: object = {}): Promise<string> {
  const { id } = await house.server.call(tool, args);
  await visitor.goTo(`/calls/${id}`);
  return id;
}

/** The app, inside of the two frames around it. */
function inside(page: Page): FrameLocator {
  return page.frameLocator('iframe[title^="App of"]').frameLocator('iframe');
}

async function looked(visitor: Visitor, name: string): Promise<void> {
  await visitor.picture(name);
  expect(await visitor.accessibilityFaults(), name).toEqual([]);
}

describe.skipIf(!published)('a published app', () => {
  beforeAll(async () => {
    await add('basic-vanillajs');
    await add('debug');
    await askFor('mcp:debug~debug:debug-refresh');
  });

  test.each(themes)('shows a result, calls its server again, speaks and leads out, %s', async (theme) => {
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    const tool = 'mcp:basic-vanillajs~basic-vanillajs:get-time';
    const id = await show(visitor, tool);
    const { result } = await house.server.json<{ result: { structuredContent: { time: string } } }>(
      `/calls/${id}`,
    );
    const app = inside(page);
    await app.getByText(result.structuredContent.time).waitFor();
    await looked(visitor, `app-vanilla-${theme}`);

    // The tool is called by the app, and so by policy and record.
    await app.getByRole('button', { name: 'Get Server Time' }).click();
    await app.getByText(result.structuredContent.time).waitFor({ state: 'detached' });
    const { items } = await house.server.json<{ items: { id: string }[] }>(
      `/calls?tool_id=${encodeURIComponent(tool)}&limit=1`,
    );
    expect(items[0]?.id).not.toBe(id);

    await app.getByRole('button', { name: 'Send Message' }).click();
    await page.getByRole('log', { name: 'What it said' }).getByText('This is message text.').waitFor();
    await app.getByRole('button', { name: 'Open Link' }).click();
    const leave = page.getByRole('dialog', { name: 'Open modelcontextprotocol.io?' });
    await leave.getByText('https://modelcontextprotocol.io/').waitFor();
    await looked(visitor, `app-vanilla-leave-${theme}`);
    await leave.getByRole('button', { name: 'Cancel' }).click();
    expect(visitor.context.pages()).toHaveLength(1);

    // What the app makes its picture of stays within reach.
    await page.getByRole('radio', { name: 'Result', exact: true }).click();
    await page.getByText(result.structuredContent.time).first().waitFor();
    await page.getByRole('radio', { name: 'App' }).click();
    await app.getByText(result.structuredContent.time).waitFor();
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });

  test.each(themes)('waits for a person where policy asks, %s', async (theme) => {
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await show(visitor, 'mcp:debug~debug:debug-tool');
    const app = inside(page);
    await app.getByText('"success":true').waitFor();
    await app.getByText(theme, { exact: true }).first().waitFor();
    const asked = page.getByRole('region', { name: 'The app asks for mcp:debug~debug:debug-refresh' });
    const refresh = app.getByRole('button', { name: 'Call debug-refresh' });
    await refresh.click();
    await asked.getByText('Nothing has run yet').waitFor();
    await looked(visitor, `app-debug-asks-${theme}`);
    await asked.getByRole('button', { name: 'Approve and run' }).click();
    await asked.waitFor({ state: 'detached' });
    await app.getByText('server-tool-result').first().waitFor();

    // A no is an answer as well.
    await refresh.click();
    await asked.getByRole('button', { name: 'Deny' }).click();
    await asked.waitFor({ state: 'detached' });
    await app.getByText('server-tool-result').nth(1).waitFor();
    await app.getByText('"isError":true').first().waitFor({ state: 'attached' });
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
});

test.each(themes)('an app is told of the theme, and reaches what a person allows it, %s', async (theme) => {
  const visitor = await house.visitor(theme);
  const { page } = visitor;
  const reach = "fetch('https://api.example/').catch(() => 0)";
  const watch =
    'addEventListener("securitypolicyviolation", ({ blockedURI }) => write("blocked " + blockedURI));';
  await show(visitor, 'mcp:acting~acts:run', { code: `${watch} ${reach}` });
  await inside(page).getByText('blocked https://api.example/').waitFor();
  const other = theme === 'light' ? 'dark' : 'light';
  await page.emulateMedia({ colorScheme: other });
  await inside(page).getByText(`theme ${other}`).waitFor();
  await page.emulateMedia({ colorScheme: theme });
  await looked(visitor, `app-network-${theme}`);

  // Of what it asks for, the machine itself and everybody are left out.
  await page.getByText('It asks for https://api.example, https://cdn.example').waitFor();
  visitor.complaints.length = 0;
  const allowed = page.waitForResponse((response) => response.url().includes('/r/'));
  await page.getByRole('button', { name: 'Allow it here' }).click();
  const policy = (await allowed).headers()['content-security-policy'];
  expect(policy).toContain("connect-src https://api.example; frame-src 'none';");
  await page.getByText('It may reach https://api.example').waitFor();
  await page.getByRole('button', { name: 'Allow nothing' }).click();
  await inside(page).getByText('blocked https://api.example/').waitFor();
  await visitor.leave();
});

test('an app that is gone leaves the result, and says why', async () => {
  const visitor = await house.visitor('light', 390);
  const { page } = visitor;
  const id = await show(visitor, 'mcp:acting~acts:run', { code: '', word: 'still there' });
  await inside(page).getByText('An app').waitFor();
  await looked(visitor, 'app-phone');
  await house.server.json('/mcp-servers/acting~acts/enable', { enabled: false });
  await visitor.goTo(`/calls/${id}`);
  await page.getByRole('alert').getByText('switched off').first().waitFor();
  await page.getByText('Structured content').waitFor();
  await looked(visitor, 'app-gone');
  await visitor.leave();
});
