/** Tools that others publish, as they are. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callOnce, describeAll, makeRoot } from './driver.js';

/** @type {Awaited<ReturnType<typeof makeRoot>>} */
let modern;
/** @type {Awaited<ReturnType<typeof makeRoot>>} */
let legacy;
before(async () => {
  modern = await makeRoot('modern');
  legacy = await makeRoot('legacy');
});
after(() => Promise.all([modern.remove(), legacy.remove()]));

const BASH = {
  package: 'bash-tool',
  imports: ['createBashTool'],
  args: [{ files: { 'a.txt': 'one\ntwo\n' } }],
};
const GITHUB = { package: '@github-tools/sdk', imports: ['createGithubTools'], args: [{ token: 'x' }] };

test('bash-tool: a factory that answers later, with its tools in an object (Zod 3)', async () => {
  const { tools, failed } = await describeAll(modern.root, BASH);
  assert.deepEqual(failed, {});
  assert.deepEqual(
    tools.map((/** @type {any} */ tool) => tool.name),
    ['bash', 'readFile', 'writeFile'],
  );
  assert.deepEqual(tools[0].input_schema.required, ['command']);
  const { last } = await callOnce(modern.root, BASH, 'bash', { command: 'wc -l < a.txt' });
  assert.equal(last.event, 'result');
  assert.equal(last.value.stdout.trim(), '2');
  assert.equal(last.value.exitCode, 0);
});

test('@github-tools/sdk: 84 tools, 42 of which want to be asked about (Zod 4)', async () => {
  const { tools, failed } = await describeAll(modern.root, GITHUB);
  assert.deepEqual(failed, {});
  assert.equal(tools.length, 84);
  assert.deepEqual(
    tools
      .filter((/** @type {any} */ tool) => tool.error)
      .map((/** @type {any} */ tool) => tool.error.message),
    [],
  );
  const asking = tools.filter(
    (/** @type {any} */ tool) => tool.approval === 'always' || tool.approval === 'depends',
  );
  assert.equal(asking.length, 42);
});

test('@agentic/calculator: a function with properties, from before tools were objects', async () => {
  const source = { package: '@agentic/calculator' };
  const { tools, failed } = await describeAll(legacy.root, source);
  assert.deepEqual(failed, {});
  assert.deepEqual(
    tools.map((/** @type {any} */ tool) => tool.name),
    ['calculator'],
  );
  assert.match(tools[0].description, /^Computes the result of simple mathematical expressions/);
  assert.deepEqual(tools[0].input_schema.required, ['expr']);
  const { last } = await callOnce(legacy.root, source, 'calculator', { expr: 'sqrt(16) * 2' });
  assert.deepEqual(last, { event: 'result', value: 8 });
});
