import { beforeAll, expect, test } from 'vitest';
import { House, installMade, themes } from './house';

const house = House.forThisFile({ toolsets: ['notes'] });

const words = {
  'toolset.yaml':
    'manifest_version: "1"\nid: words\nname: Words\nversion: "1.0.0"\nnode:\n  tools: {module: ./words.ts, approval: {shout: ask}}\n',
  'words.ts': `
const inputSchema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
export const shout = { description: 'Shouts.', inputSchema, execute: ({ text }: { text: string }) => text.toUpperCase() };
export const pay = {
  description: 'Pays.', inputSchema: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
  needsApproval: async ({ amount }: { amount: number }) => amount > 100,
  execute: ({ amount }: { amount: number }) => ({ paid: amount }),
};
`,
};

/** The runner of Node tools comes by npm; where that reaches no registry there is nothing to look at. */
let reached = true;

beforeAll(async () => {
  await installMade(house.server, words);
  const { problem } = await house.server.json<{ problem: string | null }>('/toolsets/words');
  reached = !/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT/.test(problem ?? '');
});

for (const theme of themes) {
  test(`tools of Node are found, and say what decides about their calls, in the ${theme} theme`, async (context) => {
    if (!reached) context.skip();
    const visitor = await house.visitor(theme);
    const { page } = visitor;
    await visitor.goTo('/tools');
    await page.getByRole('button', { name: /^Node/ }).click();
    await page.getByText(/^2 of \d+ tools$/).waitFor();
    await page.getByText('may ask').waitFor();
    await visitor.picture(`tools-node-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);

    await page.getByRole('link', { name: /words:pay/ }).click();
    await page.getByRole('tab', { name: 'Definition' }).click();
    await page.getByText('Its own code is asked about each call').waitFor();
    await visitor.picture(`tool-node-definition-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);

    await visitor.goTo('/toolsets/words');
    await page.getByText('./words.ts', { exact: true }).first().waitFor();
    await page.getByText('may ask').waitFor();
    await page.getByText('asks first').waitFor();
    await visitor.picture(`toolset-node-${theme}`);
    expect(await visitor.accessibilityFaults()).toEqual([]);
    expect(visitor.complaints).toEqual([]);
    await visitor.leave();
  });
}

test('the code of a tool answers in the try-it box', async (context) => {
  if (!reached) context.skip();
  const visitor = await house.visitor();
  const { page } = visitor;
  await visitor.goTo('/policy');
  await page.getByRole('button', { name: /^Tool to try/ }).click();
  await page.getByRole('combobox', { name: 'Tool to try' }).fill('words:pay');
  await page.getByRole('option').click();
  const verdict = page.getByRole('region', { name: 'Verdict' });
  await page.getByLabel(/^amount/).fill('5');
  await verdict.getByText('runs', { exact: true }).waitFor();
  await page.getByLabel(/^amount/).fill('500');
  await verdict.getByText('asks first', { exact: true }).waitFor();
  await visitor.leave();
});
