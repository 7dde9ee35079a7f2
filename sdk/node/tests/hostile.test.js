/** Tools that end their process, never end, or answer with what is no answer: one call's error each. */

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { callOnce, makeRoot, Runner } from './driver.js';

/** @type {Awaited<ReturnType<typeof makeRoot>>} */
let place;
before(async () => {
  place = await makeRoot('modern');
});
after(() => place.remove());

/** @param {string} tool */
const call = (tool) => callOnce(place.root, { module: 'hostile.js' }, tool, {});

test('a tool that ends its process leaves no answer, only an exit code', async () => {
  const { last, code } = await call('exit');
  assert.deepEqual({ last, code }, { last: undefined, code: 3 });
  assert.deepEqual(
    { ...(await call('abort')), log: '' },
    { last: undefined, progress: [], code: null, signal: 'SIGABRT', log: '' },
  );
});

test('what is thrown where nobody can catch it is still told', async () => {
  const later = await call('later');
  assert.equal(later.last.message, 'Something in the tool failed outside of its call: RangeError: later');
  assert.equal(later.code, 1);
  const unhandled = await call('unhandled');
  assert.equal(unhandled.last.message, 'Something in the tool failed outside of its call: nobody waits');
});

test('what is left running ends with the call, and what was printed is its log', async () => {
  const { last, code, log } = await call('leaves');
  assert.equal(last.value, 'left');
  assert.equal(code, 0);
  assert.match(log, /^(out\nerr|err\nout)\n$/);
});

test('too much memory ends the process and no other', async () => {
  const runner = new Runner(place.root, ['--max-old-space-size=64']);
  await runner.load(place.root, [{ module: 'hostile.js' }]);
  const { last, signal, log } = await runner.call('hoard', {});
  assert.deepEqual({ last, signal }, { last: undefined, signal: 'SIGABRT' });
  assert.match(log, /heap out of memory/);
});

test('an endless loop can be killed', async () => {
  const runner = new Runner(place.root);
  await runner.load(place.root, [{ module: 'hostile.js' }]);
  const ending = runner.call('loop', {});
  runner.process.kill('SIGKILL');
  assert.equal((await ending).signal, 'SIGKILL');
});

test('whatever is thrown is told, without the frames of the runner', async () => {
  const text = await call('throwsText');
  assert.deepEqual(text.last, { event: 'error', kind: 'raised', message: 'just text', traceback: '' });
  const { last } = await call('fails');
  assert.equal(last.message, 'outer');
  assert.match(last.traceback, /^Error: outer\n {4}at .*hostile\.js/);
  assert.match(last.traceback, /\ncaused by: Error: inner\n {4}at .*hostile\.js/);
  assert.doesNotMatch(last.traceback, /execute\.js|runner\.js/);
});

test('values become JSON', async () => {
  const { last } = await call('values');
  assert.deepEqual(last.value, {
    date: '1970-01-01T00:00:00.000Z',
    map: { a: [1, 2] },
    bytes: 'é',
    noText: '/wA=',
    numbers: [0.5],
    big: '1180591620717411303424',
    error: { name: 'TypeError', message: 'kept' },
    list: [null],
    lone: '\ufffd',
  });
});

test('what has no JSON is refused with its place', async () => {
  const message = async (/** @type {string} */ tool) => {
    const { last } = await call(tool);
    assert.equal(last.kind, 'not_json');
    return last.message;
  };
  const prefix = "The tool's result cannot be written as JSON: NotJson: result";
  assert.equal(await message('nan'), `${prefix}.rows[1] is NaN, which JSON has no word for`);
  assert.equal(await message('fn'), `${prefix} is a function, which cannot be given as a result`);
  assert.equal(await message('round'), `${prefix}.self contains itself`);
  assert.match(await message('deep'), /nested more than 100 levels deep$/);
});

test('a result that is too long is refused', async () => {
  const runner = new Runner(place.root);
  await runner.load(place.root, [{ module: 'hostile.js' }]);
  const { last } = await runner.call('long', {}, 9999);
  assert.equal(last.kind, 'too_large');
  assert.match(last.message, /^The result has 10002 bytes, the limit is 9999\./);
});

test('a server that goes takes its runners along, and one that speaks otherwise is not obeyed', async () => {
  const gone = new Runner(place.root);
  await gone.load(place.root, []);
  gone.socket.end();
  assert.deepEqual(await gone.end, { code: 0, signal: null });
  for (const message of [{ op: 'load', protocol: 2 }, { op: 'dance' }, 7]) {
    const runner = new Runner(place.root);
    runner.send(message);
    assert.deepEqual(await runner.end, { code: 2, signal: null });
    assert.match(runner.log, /does not understand the server/);
  }
});
