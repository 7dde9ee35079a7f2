import { expect, test } from 'vitest';
import { type Build, plainLog, told } from './build';

const ready: Build = {
  tool_id: 'weather:weather',
  state: 'ready',
  message: null,
  log: 'Step 1\nDone',
  started_at: '2026-01-01T00:00:00Z',
  finished_at: '2026-01-01T00:00:04Z',
  image: 'pegboard/weather:0f',
};

test('a build that begins anew begins with an empty log, and each line stands below the one before', () => {
  const begun = told(ready, { state: 'building', line: null });
  expect([begun.state, begun.log]).toEqual(['building', '']);
  const first = told(begun, { state: 'building', line: 'Step 1' });
  expect(told(first, { state: 'building', line: 'Step 2\n' }).log).toBe('Step 1\nStep 2\n');
});

test('the end of a build keeps its log', () => {
  expect(told({ ...ready, state: 'building' }, { state: 'failed' })).toMatchObject({
    state: 'failed',
    log: ready.log,
  });
});

test('of a log without end the end is kept, from the beginning of a line', () => {
  let build: Build = { ...ready, state: 'building', log: '' };
  for (let at = 0; at < 300; at += 1)
    build = told(build, { state: 'building', line: `${at} ${'x'.repeat(1000)}` });
  expect(build.log.length).toBeLessThanOrEqual(262_144);
  expect(build.log).toMatch(/^\d+ x/);
  expect(build.log.split('\n').at(-1)).toMatch(/^299 x/);
});

test('what colours a log in a terminal is left out', () => {
  expect(plainLog('\u001b[91mnearly\u001b[0m [91m')).toBe('nearly [91m');
});
