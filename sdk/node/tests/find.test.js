/** Which tools are found in which exports, and what they say of themselves. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { describeAll, makeRoot } from './driver.js';

/** @type {Awaited<ReturnType<typeof makeRoot>>} */
let place;
before(async () => {
  place = await makeRoot('modern');
});
after(() => place.remove());

/** @param {any[]} tools */
const summary = (tools) =>
  Object.fromEntries(tools.map((tool) => [tool.name, tool.error?.message ?? tool.description]));

test('a TypeScript module of tools, with what only compilers understand', async () => {
  const { tools, failed } = await describeAll(place.root, { module: 'weather.ts' });
  assert.deepEqual(failed, {});
  assert.deepEqual(
    tools.map((/** @type {any} */ tool) => [tool.name, tool.approval]),
    [
      ['forecast', 'depends'],
      ['steps', 'unsaid'],
      ['patient', 'unsaid'],
    ],
  );
  const { $schema: _, ...schema } = tools[0].input_schema;
  assert.deepEqual(schema, {
    type: 'object',
    properties: {
      city: { type: 'string', description: 'Where.' },
      unit: { type: 'string', enum: ['C', 'F'], default: 'C' },
    },
    required: ['city'],
    additionalProperties: false,
  });
});

test('functions with their schemas beside them, in CommonJS', async () => {
  const { tools, failed } = await describeAll(place.root, { module: 'pairs.cts' });
  assert.deepEqual(failed, {});
  assert.deepEqual(summary(tools), { joinPath: 'Joins the parts of a path.', add: 'Adds.' });
  assert.equal(tools[0].approval, 'always');
});

test('one of them, taken by its name', async () => {
  const { tools } = await describeAll(place.root, { module: 'pairs.cts', imports: ['add'] });
  assert.deepEqual(summary(tools), { add: 'Adds.' });
});

test('every kind of schema becomes JSON Schema of an object, or says why not', async () => {
  const { tools } = await describeAll(place.root, { module: 'schemas.js' });
  const schemas = Object.fromEntries(
    tools.map((/** @type {any} */ { name, input_schema, error }) => [
      name,
      error?.message ?? input_schema.required ?? input_schema,
    ]),
  );
  assert.deepEqual(schemas, {
    lazy: ['a'],
    legacy: ['a'],
    listed: 'its input schema is one of `array`; tools take an object',
    marked: ['a'],
    remote: 'it has no `execute`: a provider of models or a client is meant to run it',
    standard: ['a'],
    unwritable:
      "its input schema cannot be written as JSON Schema: Standard schema vendor 'mute' does not support JSON Schema conversion.",
  });
  assert.equal(tools.find((/** @type {any} */ tool) => tool.name === 'standard').approval, 'never');
});

test('factories are called with their arguments, whatever they answer with', async () => {
  const from = (/** @type {string} */ name, /** @type {any[]} */ ...args) => ({
    module: 'made.js',
    imports: [name],
    args,
  });
  const { tools, failed } = await describeAll(
    place.root,
    from('createGreeter', { greeting: 'hello' }),
    from('createShop', 1, 2),
    from('createSingle'),
    from('listOfTools'),
  );
  assert.deepEqual(failed, {});
  assert.deepEqual(summary(tools), { greet: 'hello', buy: '1 2', single: 'single', one: '1', two: '2' });
});

test('what cannot be found says what there is', async () => {
  const from = (/** @type {string[]} */ ...imports) => ({ module: 'made.js', imports });
  const { tools, failed } = await describeAll(
    place.root,
    from(),
    from('nothing'),
    from('createNothing'),
    from('createFault'),
    { module: 'absent.ts' },
    { package: 'absent-package' },
    { module: 'pairs.cts' },
    { module: 'pairs.cts' },
  );
  assert.deepEqual(summary(tools), { joinPath: 'Joins the parts of a path.', add: 'Adds.' });
  const messages = Object.values(failed).map(
    (fault) => `${fault.kind}: ${fault.message.replaceAll(place.root, 'ROOT')}`,
  );
  const makers =
    '`createFault`, `createGreeter`, `createNothing`, `createShop`, `createSingle`, `listOfTools`';
  assert.deepEqual(messages.slice(0, 4), [
    `missing: made.js: it exports no tools; name the one that makes them with \`import\`: ${makers}`,
    `missing: made.js: it does not export \`nothing\`; it exports ${makers}`,
    'missing: made.js: `createNothing` was called and gave no tools',
    'import: made.js: `createFault()` failed: no key',
  ]);
  assert.match(messages[4] ?? '', /import: absent\.ts: .*Cannot find module/);
  assert.match(messages[5] ?? '', /import: absent-package: .*Cannot find package 'absent-package'/);
  assert.equal(
    messages[6],
    'import: pairs.cts: two tools are called `add`: import them by name, one of them',
  );
});
