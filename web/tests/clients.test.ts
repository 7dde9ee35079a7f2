import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf, decide, type Place, textOf, type Version, versions } from './house/ai-clients';
import { openBrowser } from './house/browser';
import { asks, Gate, type ScriptedCall, ScriptedModel, says } from './house/scripted-model';
import { example, Server } from './house/server';

let house: Server;
let model: ScriptedModel;
let browser: Browser;
let bundle: string;

beforeAll(async () => {
  [house, model, browser, bundle] = await Promise.all([
    Server.start(),
    ScriptedModel.start(),
    openBrowser(),
    bundled(),
  ]);
  await house.install(example('app-builder'));
  const profile = { protocol: 'openai', base_url: model.url, model: 'scripted', api_key: 'sk-scripted-1' };
  await house.json('/models/scripted', profile, 'PUT');
});
afterAll(() => Promise.all([house?.stop(), model?.stop(), browser?.close()]));

/** The clients as one script, as an application would ship them. */
async function bundled(): Promise<string> {
  const entry = fileURLToPath(new URL('./house/ai-clients.ts', import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry, formats: ['iife'], name: 'clients' } },
  });
  const [first] = [built].flat();
  const chunk = first && 'output' in first ? first.output.find((one) => one.type === 'chunk') : undefined;
  return chunk && 'code' in chunk ? chunk.code : '';
}

type Decide = typeof decide;

const inChromium: Decide = async (...asked) => {
  // The page's own policy lets no script in but its own.
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  await page.goto(`${house.url}/ui/`);
  await page.addScriptTag({ content: `${bundle};window.clients = clients;` });
  const seen = await page.evaluate((args) => {
    const { clients } = window as unknown as { clients: { decide: Decide } };
    return clients.decide(...args);
  }, asked);
  await context.close();
  return seen;
};

const command = (id: string, text: string): ScriptedCall => ({
  id,
  name: 'app-builder__run_command',
  args: { command: text },
});

async function newChat(): Promise<Place> {
  const { id } = await house.json<{ id: string }>('/chats', {});
  return { id, api: `${house.url}/chats/${id}/stream`, headers: { Authorization: `Bearer ${house.token}` } };
}

const ways: [Version, string, Decide][] = versions.flatMap((version) => [
  [version, 'Node', decide],
  [version, 'Chromium', inChromium],
]);

describe.each(ways)('the client of version %i in %s', (version, _, run) => {
  test('has a call approved, and its result told', async () => {
    const place = await newChat();
    model.add(asks(command('c1', 'echo hi > out.txt')), says('It ran.'));
    expect(await run(version, place, 'Run it.', { approved: true })).toMatchObject({
      states: ['approval-requested', 'output-available'],
      text: 'It ran.',
    });
    expect((await house.file(place.id, 'out.txt')).toString()).toBe('hi\n');
  });

  test('has a call denied, and says so to the model', async () => {
    const place = await newChat();
    model.add(asks(command('c1', 'rm -r .')), says('Then not.'));
    const denied = { approved: false, reason: 'it is needed' };
    expect(await run(version, place, 'Take all away.', denied)).toMatchObject({
      states: ['approval-requested', 'output-denied'],
      text: 'Then not.',
    });
    expect(JSON.stringify(model.requests.at(-1)?.messages.at(-1))).toContain('it is needed');
  });
});

test.each(versions)('the client of version %i follows a reply that another one began', async (version) => {
  const place = await newChat();
  const gate = new Gate();
  model.add({ steps: [{ text: 'Once upon ' }, { gate }, { text: 'a time.' }] });
  const first = clientOf(version, place);
  const told = first.sendMessage({ text: 'Tell me a story.' });
  await expect.poll(() => textOf(first)).toBe('Once upon ');
  const second = clientOf(version, place);
  const resumed = second.resumeStream();
  await expect.poll(() => textOf(second)).toBe('Once upon ');
  gate.open();
  await Promise.all([told, resumed]);
  expect([textOf(first), textOf(second)]).toEqual(['Once upon a time.', 'Once upon a time.']);
});
