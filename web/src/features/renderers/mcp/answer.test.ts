import { expect, test } from 'vitest';
import { answerIn, bytesOf, lookOf, sizeOf } from './answer';

const kinds = (content: unknown[]) => answerIn({ content })?.blocks.map(({ kind }) => kind);

test('each block is shown as what it is', () => {
  const content = [
    { type: 'text', text: 'plain words' },
    { type: 'text', text: '{"a": 1}' },
    { type: 'text', text: '[not a list' },
    { type: 'image', data: 'aGk=', mimeType: 'image/png' },
    { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
    { type: 'resource_link', uri: 'file:///a', name: 'a' },
    { type: 'resource', resource: { uri: 'file:///a', text: 'b' } },
    { type: 'resource', resource: { uri: 'file:///a', blob: 'aGk=', mimeType: 'image/png' } },
    { type: 'resource', resource: { uri: 'file:///a', blob: 'aGk=' } },
  ];
  expect(kinds(content)).toEqual([
    'text',
    'json',
    'text',
    'image',
    'audio',
    'link',
    'resource',
    'image',
    'bytes',
  ]);
});

test.each([
  ['no object', 7],
  ['no type', {}],
  ['another type', { type: 'hologram' }],
  ['a text without one', { type: 'text', text: 7 }],
  ['a picture that is a page', { type: 'image', data: 'aGk=', mimeType: 'text/html' }],
  ['a picture that ends its address', { type: 'image', data: 'aGk="><script>', mimeType: 'image/png' }],
  ['a kind with more behind it', { type: 'image', data: 'aGk=', mimeType: 'image/png;x' }],
  ['a link to nowhere', { type: 'resource_link' }],
  ['a resource without contents', { type: 'resource', resource: { uri: 'a:b' } }],
])('%s is shown as it came', (_, block) => {
  expect(kinds([block])).toEqual(['unknown']);
});

test('structured content that stands there again as text is shown once', () => {
  const text = { type: 'text', text: '{"b": [1], "a": {"d": 1, "c": 2}}' };
  const structuredContent = { a: { c: 2, d: 1 }, b: [1] };
  expect(answerIn({ content: [text], structuredContent })?.blocks).toEqual([]);
  expect(answerIn({ content: [text], structuredContent: { b: [2] } })?.blocks).toHaveLength(1);
});

test('what is no such answer is left to the raw result', () => {
  for (const result of [null, 'text', [], {}, { content: 'text' }, { $file: 'a', bytes: 1 }]) {
    expect(answerIn(result)).toBeNull();
  }
});

test('thousands of blocks are not all drawn', () => {
  const content = Array.from({ length: 250 }, () => ({ type: 'text', text: 'x' }));
  expect(answerIn({ content })).toMatchObject({ more: 150, blocks: { length: 100 } });
});

test.each([
  ['# A heading', 'markdown'],
  ['one\n- two', 'markdown'],
  ['see [this](https://example.com)', 'markdown'],
  ['it is **strong**', 'markdown'],
  ['2 * 3 * 4 and #1', 'plain'],
  ['a - b\nls *.txt', 'plain'],
  ['x'.repeat(30_000), 'long'],
])('%j is told apart', (text, look) => {
  expect(lookOf(text)).toBe(look);
});

test('sizes are those of the bytes', () => {
  for (const text of ['', 'a', 'ab', 'abc', 'abcd']) {
    const base64 = btoa(text);
    expect(sizeOf(base64)).toBe(text.length);
    expect(bytesOf(base64)).toHaveLength(text.length);
  }
});
