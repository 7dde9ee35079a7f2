import { describe, expect, test } from 'vitest';
import { HEIGHT_MAX, HEIGHT_MIN, HeightGate } from './frame-height';
import { frameRights } from './frame-rights';

const say = (height: unknown) => ({ type: 'pegboard:height', height });

describe('the height of a frame', () => {
  test('is what it asks for, within bounds', () => {
    const gate = new HeightGate(0);
    expect(gate.take(say(300.4), 0)).toBe(300);
    expect(gate.take(say(1e9), 0)).toBe(HEIGHT_MAX);
    expect(gate.take(say(-5), 0)).toBe(HEIGHT_MIN);
  });

  test('is only taken from a message of that very shape', () => {
    const gate = new HeightGate(0);
    for (const message of [
      null,
      undefined,
      1,
      'pegboard:height',
      [],
      {},
      { type: 'pegboard:height' },
      { height: 300 },
      say('300'),
      say(Number.NaN),
      say(Number.POSITIVE_INFINITY),
      say({ valueOf: () => 300 }),
      say([300]),
      { type: 'other', height: 300 },
    ]) {
      expect(gate.take(message, 0), JSON.stringify(message)).toBeNull();
    }
  });

  test('changes only so often', () => {
    const gate = new HeightGate(0);
    let granted = 0;
    for (let wish = 0; wish < 10_000; wish++) {
      if (gate.take(say(100 + (wish % 500)), wish / 10) !== null) granted += 1;
    }
    // Twenty at once and two a second.
    expect(granted).toBe(21);
    expect(gate.take(say(777), 60_000)).toBe(777);
  });

  test('is not worn out by saying the same again', () => {
    const gate = new HeightGate(0);
    expect(gate.take(say(300), 0)).toBe(300);
    for (let i = 0; i < 1000; i++) expect(gate.take(say(300), 0)).toBeNull();
    expect(gate.take(say(301), 0)).toBe(301);
  });
});

test('a page in a frame never has the rights to be this page', () => {
  const around = { origin: 'http://127.0.0.1:8321', hostname: '127.0.0.1' };
  expect(frameRights('http://localhost:3000', around)).toBe('allow-scripts allow-forms allow-same-origin');
  // The same host shares a process, so it gets no origin, and thereby one of its own.
  expect(frameRights('http://127.0.0.1:3000', around)).toBe('allow-scripts allow-forms');
  for (const url of [
    'http://127.0.0.1:8321/ui/',
    'javascript:alert(1)',
    'data:text/html,x',
    'about:blank',
    '',
  ]) {
    expect(frameRights(url, around), url).toBeNull();
  }
});
