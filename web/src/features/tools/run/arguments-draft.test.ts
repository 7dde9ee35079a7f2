import { expect, test } from 'vitest';
import { same } from '../form/same';
import { draftOf, withArgs, withText } from './arguments-draft';

test('a form that repeats what stands there keeps the text with its blanks and its order', () => {
  const draft = withText('{"b": 1,\n\n   "a": {"y": [1, 2], "x": null}}');
  expect(withArgs(draft, { a: { x: null, y: [1, 2] }, b: 1, c: undefined })).toBe(draft);
});

test('a changed field is in the text, with what the form has no field for', () => {
  const draft = withText('{"path": "a", "unknown": {"deep": [true]}}');
  const changed = withArgs(draft, { path: 'b', unknown: { deep: [true] } });
  expect(JSON.parse(changed.text)).toEqual({ path: 'b', unknown: { deep: [true] } });
  expect(changed.args).toEqual({ path: 'b', unknown: { deep: [true] } });
});

test('a field that is emptied is not sent', () => {
  expect(withArgs(draftOf({ a: 1, b: 2 }), { a: undefined, b: 2 }).args).toEqual({ b: 2 });
});

test('a text that cannot be read is kept, with what is wrong', () => {
  const draft = withText('{"a": ');
  expect(draft.text).toBe('{"a": ');
  expect(draft.args).toBeNull();
  expect(draft.problem).toMatch(/not JSON yet/);
  expect(withText('[1]').problem).toMatch(/object/);
  expect(withText('  ').args).toEqual({});
});

test('lists are the same only in their order', () => {
  expect(same([1, 2], [2, 1])).toBe(false);
  expect(same({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
  expect(same({ a: 1 }, [['a', 1]])).toBe(false);
});
