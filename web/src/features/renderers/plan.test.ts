import { describe, expect, test } from 'vitest';
import { handleIn, readPlan } from './plan';

describe('a recorded render plan', () => {
  test('becomes the view that it names', () => {
    const plan = (renderer: string, config: object) => readPlan({ renderer, config }).plan;
    expect(plan('code', { file: 'a.py', language: 'python', editable: true })).toEqual({
      renderer: 'code',
      source: { file: 'a.py' },
      language: 'python',
      editable: true,
    });
    expect(plan('document', { content: '# a' })).toEqual({
      renderer: 'document',
      source: { content: '# a' },
      editable: false,
    });
    expect(plan('html', { artifact: 'a.html', data: [1] })).toEqual({
      renderer: 'html',
      artifact: 'a.html',
      data: [1],
    });
    expect(plan('frame', { url: 'http://localhost:1' })).toEqual({
      renderer: 'frame',
      url: 'http://localhost:1',
    });
    expect(plan('app', { uri: 'ui://chart/view' })).toEqual({ renderer: 'app', uri: 'ui://chart/view' });
    expect(
      plan('card', { html: '<b>21°</b>', title: 'Weather', accent_color: '#4a90d4', background_color: null }),
    ).toEqual({
      renderer: 'card',
      html: '<b>21°</b>',
      title: 'Weather',
      accent: '#4a90d4',
      background: null,
    });
    expect(plan('error', { message: 'boom', traceback: 'at 1' })).toEqual({
      renderer: 'error',
      message: 'boom',
      traceback: 'at 1',
    });
  });

  test('that is missing shows nothing special', () => {
    for (const recorded of [null, undefined, { renderer: 'none' }]) {
      expect(readPlan(recorded).plan).toEqual({ renderer: 'none' });
    }
  });

  test('that cannot be read says why', () => {
    for (const recorded of [
      1,
      'code',
      [],
      {},
      { renderer: 'code' },
      { renderer: 'code', config: { file: 3 } },
      { renderer: 'document', config: [] },
      { renderer: 'html', config: { artifact: null } },
      { renderer: 'frame', config: {} },
      { renderer: 'app', config: { uri: 1 } },
      { renderer: 'card', config: { title: 'Weather' } },
      { renderer: '<img onerror=1>', config: {} },
      { renderer: { toString: 1 }, config: {} },
    ]) {
      const { plan } = readPlan(recorded);
      expect(plan, JSON.stringify(recorded)).toEqual({ renderer: 'unknown', why: expect.any(String) });
    }
  });

  test('keeps the warnings that are texts', () => {
    expect(readPlan({ renderer: 'none', warnings: ['a', 1, null] }).warnings).toEqual(['a']);
  });
});

test('only a handle is taken for one', () => {
  expect(handleIn({ $file: 'a.json', bytes: 3 })).toEqual({ file: 'a.json', bytes: 3 });
  for (const result of [
    null,
    [],
    {},
    { $file: 'a' },
    { $file: 1, bytes: 1 },
    { $file: 'a', bytes: 1, more: 1 },
  ]) {
    expect(handleIn(result)).toBeNull();
  }
});
