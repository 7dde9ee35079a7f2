import { expect, test } from 'vitest';
import { same } from './form/same';
import { draftOf, withFields, withText } from './object-draft';

test('a form that repeats what stands there keeps the text with its blanks and its order', () => {
  const draft = withText('{"b": 1,\n\n   "a": {"y": [1, 2], "x": null}}');
  expect(withFields(draft, { a: { x: null, y: [1, 2] }, b: 1, c: undefined })).toBe(draft);
});

test('a changed field is in the text, with what the form has no field for', () => {
  const draft = withText('{"path": "a", "unknown": {"deep": [true]}}');
  const changed = withFields(draft, { path: 'b', unknown: { deep: [true] } });
  expect(JSON.parse(changed.text)).toEqual({ path: 'b', unknown: { deep: [true] } });
  expect(changed.value).toEqual({ path: 'b', unknown: { deep: [true] } });
});

test('a field that is emptied is not sent', () => {
  expect(withFields(draftOf({ a: 1, b: 2 }), { a: undefined, b: 2 }).value).toEqual({ b: 2 });
});

test('a text that cannot be read is kept, with what is wrong', () => {
  const draft = withText('{"a": ');
  expect(draft.text).toBe('{"a": ');
  expect(draft.value).toBeNull();
  expect(draft.problem).toMatch(/not JSON yet/);
  expect(withText('[1]').problem).toMatch(/object/);
  expect(withText('  ').value).toEqual({});
});

test('lists are the same only in their order', () => {
  expect(same([1, 2], [2, 1])).toBe(false);
  expect(same({ a: 1, b: 2 }, { b: 2, a: 1 })).toBe(true);
  expect(same({ a: 1 }, [['a', 1]])).toBe(false);
});
