/** Calls: what goes in, what comes out, and what comes in between. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callOnce, makeRoot, Runner } from './driver.js';

/** @type {Awaited<ReturnType<typeof makeRoot>>} */
let place;
before(async () => {
  place = await makeRoot('modern');
});
after(() => place.remove());

test('a call gets its input with defaults, its id and its signal, and works in the workspace', async () => {
  const { last, code } = await callOnce(place.root, { module: 'weather.ts' }, 'forecast', { city: 'Oslo' });
  assert.deepEqual(last, {
    event: 'result',
    value: { city: 'Oslo', unit: 'C', toolCallId: 'call-1', isAborted: false, cwd: place.root },
  });
  assert.equal(code, 0);
});

test('the context says where and for whom it works', async () => {
  const { last } = await callOnce(place.root, { module: 'pairs.cts' }, 'joinPath', { parts: ['a', 'b'] });
  assert.deepEqual(last, { event: 'result', value: `${place.root}/a/b` });
});

test('arguments that the schema refuses never reach the tool', async () => {
  const zod = await callOnce(place.root, { module: 'pairs.cts' }, 'joinPath', { parts: 'a' });
  assert.equal(zod.last.kind, 'arguments');
  assert.match(zod.last.message, /^The tool refuses its arguments: parts: .*expected array/);
  const standard = await callOnce(place.root, { module: 'schemas.js' }, 'standard', { a: 'no' });
  assert.equal(standard.last.message, 'The tool refuses its arguments: a: not this');
  const checked = await callOnce(place.root, { module: 'schemas.js' }, 'standard', { a: 'yes' });
  assert.deepEqual(checked.last.value, { a: 'yes', checked: true });
});

test('what is yielded comes at once, and the last of it is the result', async () => {
  const { last, progress } = await callOnce(place.root, { module: 'weather.ts' }, 'steps', { count: 2 });
  assert.deepEqual(progress, [{ step: 1 }, { step: 2 }, { done: 2 }]);
  assert.deepEqual(last, { event: 'result', value: { done: 2 } });
});

test('the tool itself says whether this input needs approval, and can be called afterwards', async () => {
  const runner = new Runner(place.root);
  await runner.load(place.root, [{ module: 'weather.ts' }, { module: 'pairs.cts' }]);
  const ask = async (/** @type {string} */ tool, /** @type {object} */ input) => {
    runner.send({ op: 'ask', id: 'call-1', tool, input });
    return runner.hear();
  };
  assert.deepEqual(await ask('forecast', { city: 'Atlantis' }), { event: 'answered', needed: true });
  assert.deepEqual(await ask('forecast', { city: 'Oslo' }), { event: 'answered', needed: false });
  assert.deepEqual(await ask('steps', { count: 1 }), { event: 'answered', needed: false });
  assert.deepEqual(await ask('add', {}), { event: 'answered', needed: true });
  assert.equal((await ask('forecast', {})).kind, 'arguments');
  assert.equal((await ask('absent', {})).message, "The toolset's code has no tool `absent` any more.");
  assert.equal((await runner.call('forecast', { city: 'Atlantis' })).last.value.city, 'Atlantis');
});

test('a cancelled call hears of it by its signal', async () => {
  const runner = new Runner(place.root);
  await runner.load(place.root, [{ module: 'weather.ts' }]);
  runner.process.stdout?.once('data', () => runner.send({ op: 'cancel' }));
  const { last } = await runner.call('patient', {});
  assert.equal(last.event, 'error');
  assert.equal(last.message, 'AbortError: The call was cancelled.');
});

test('a module that failed to load says so in each call', async () => {
  const { last } = await callOnce(place.root, { module: 'absent.ts' }, 'forecast', {});
  assert.equal(last.kind, 'import');
  assert.match(last.message, /^absent\.ts: /);
});
