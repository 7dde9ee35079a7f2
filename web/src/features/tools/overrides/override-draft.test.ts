import { expect, test } from 'vitest';
import { withText } from '../object-draft';
import { changedConfig, readConfig } from './config-fields';
import { draftOf, isChanged, requestOf } from './override-draft';
import { suggestions } from './suggestions';

const saved = {
  renderer: 'code',
  renderer_config: { file: '$args.path', editable: true } as never,
  name_override: 'Mine',
  requires_confirmation: false,
};

test('what was saved comes back as it was', () => {
  expect(requestOf(draftOf(saved))).toEqual(saved);
  expect(requestOf(draftOf(null))).toEqual({});
  expect(isChanged(draftOf(saved), saved)).toBe(false);
});

test('taking a thing back leaves it out, and that is a change', () => {
  const draft = { ...draftOf(saved), name: null, renderer: null };
  expect(requestOf(draft)).toEqual({ requires_confirmation: false });
  expect(isChanged(draft, saved)).toBe(true);
});

test('a configuration that cannot be read is not saved', () => {
  const draft = draftOf(saved);
  const broken = { ...draft, renderer: { kind: 'code' as const, config: withText('{"file": ') } };
  expect(requestOf(broken)).toBeNull();
  expect(isChanged(broken, saved)).toBe(true);
});

test('a renderer takes one source: the other goes when it is chosen', () => {
  const config = { file: '$args.path', language: 'auto', more: 1 };
  expect(changedConfig('code', config, 'content', '$return.text')).toEqual({
    content: '$return.text',
    language: 'auto',
    more: 1,
  });
  expect(changedConfig('frame', { port: 1 }, 'url', 'http://localhost:1')).toEqual({
    url: 'http://localhost:1',
  });
  expect(changedConfig('code', config, 'language', '')).toEqual({ file: '$args.path', more: 1 });
});

test('numbers and JSON are read from what is written, expressions stay texts', () => {
  expect(changedConfig('frame', {}, 'port', '3000')).toEqual({ port: 3000 });
  expect(changedConfig('frame', {}, 'port', '$return.port')).toEqual({ port: '$return.port' });
  expect(changedConfig('html', {}, 'data', '{"rows": "$return.rows"}')).toEqual({
    data: { rows: '$return.rows' },
  });
  expect(changedConfig('html', {}, 'data', '{"rows":')).toEqual({ data: '{"rows":' });
  expect(readConfig({ data: { a: 1 } }, 'data')).toBe('{"a":1}');
});

test('expressions are offered from what the tool takes and what a call gave', () => {
  const schema = { properties: { path: {}, 'odd name': {} } };
  expect(suggestions(schema, { rows: 3, list: [] })).toEqual([
    '$return',
    '$return.rows',
    '$return.list',
    '$args.path',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of Pegboard's, not of JavaScript's
    '${args["odd name"]}',
  ]);
  expect(suggestions(null, 'text')).toEqual(['$return']);
});
