// Tools that do what tools should not.
import { spawn } from 'node:child_process';

const make = (execute) => ({ description: 'hostile', inputSchema: { type: 'object' }, execute });
const deep = (levels) => (levels === 0 ? {} : { deep: deep(levels - 1) });
const round = {};
round.self = round;

export default {
  exit: make(() => process.exit(3)),
  later: make(() => {
    setTimeout(() => {
      throw new RangeError('later');
    }, 1);
    return new Promise(() => setTimeout(() => {}, 60_000));
  }),
  unhandled: make(() => {
    Promise.reject(new Error('nobody waits'));
    return new Promise(() => setTimeout(() => {}, 60_000));
  }),
  forgets: make(() => new Promise(() => {})),
  loop: make(() => {
    for (;;);
  }),
  hoard: make(() => {
    const hoard = [];
    for (;;) hoard.push(new Array(1e6).fill(hoard.length));
  }),
  leaves: make(() => {
    setInterval(() => {}, 1000);
    console.log('out');
    console.error('err');
    return 'left';
  }),
  abort: make(() => process.abort()),
  throwsText: make(() => {
    throw 'just text';
  }),
  fails: make(() => {
    throw new Error('outer', { cause: new Error('inner') });
  }),
  child: make(() => {
    const child = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' });
    child.unref();
    return child.pid;
  }),
  long: make(() => 'x'.repeat(10_000)),
  values: make(() => ({
    undefined: undefined,
    date: new Date(0),
    map: new Map([['a', new Set([1, 2])]]),
    bytes: new TextEncoder().encode('é'),
    noText: Buffer.from([255, 0]),
    numbers: new Float32Array([0.5]),
    big: 2n ** 70n,
    error: new TypeError('kept'),
    list: [undefined],
    lone: '\ud800',
    method() {},
    __proto__: null,
  })),
  nan: make(() => ({ rows: [1, NaN] })),
  fn: make(() => () => 1),
  round: make(() => round),
  deep: make(() => deep(101)),
};
