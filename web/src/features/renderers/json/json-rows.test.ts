import { describe, expect, test } from 'vitest';
import { keysTo, writtenPath } from './json-path';
import { EXPAND_MAX, everyHolder, firstOpen, holdersOf, idOf, RANGE, rowsOf } from './json-rows';
import { FINDS_MAX, findText } from './json-search';

const all = () => true;
const shape = (value: unknown, isOpen: (id: string) => boolean = all) =>
  rowsOf(value, isOpen).map((row) => `${'  '.repeat(row.depth)}${row.key ?? ''} ${row.kind} ${row.size}`);

describe('the rows of a value', () => {
  test('stand in its order, as far as it is open', () => {
    const value = { b: [1, null, true], a: { '': 'x' }, 'c/~d': {} };
    expect(shape(value)).toEqual([
      ' object 3',
      '  b array 3',
      '    0 number 0',
      '    1 null 0',
      '    2 boolean 0',
      '  a object 1',
      '     string 0',
      '  c/~d object 0',
    ]);
    expect(shape(value, (id) => id === '')).toHaveLength(4);
    expect(shape(value, () => false)).toEqual([' object 3']);
    expect(shape('x')).toEqual([' string 0']);
  });

  test('know their place among their siblings and what they hang on', () => {
    const rows = rowsOf({ a: [1, 2] }, all);
    expect(rows.map(({ position, siblings, parent }) => [position, siblings, parent])).toEqual([
      [1, 1, -1],
      [1, 1, 0],
      [1, 2, 1],
      [2, 2, 1],
    ]);
  });

  test('of much are in ranges', () => {
    const value = { long: Array.from({ length: RANGE * 2 + 5 }, (_, i) => i) };
    const closed = rowsOf(value, (id) => !id.includes('~r'));
    expect(closed.map((row) => row.size)).toEqual([1, RANGE * 2 + 5, RANGE, RANGE, 5]);
    const opened = rowsOf(value, (id) => id === '' || id === '/long' || id === `/long~r${RANGE * 2}`);
    const last = opened.at(-1);
    expect(last).toMatchObject({ key: RANGE * 2 + 4, value: RANGE * 2 + 4, id: `/long/${RANGE * 2 + 4}` });
    expect(keysTo(opened, opened.length - 1)).toEqual(['long', RANGE * 2 + 4]);
  });

  test('never share an id, whatever the keys are', () => {
    const odd = { a: { '': { 0: 1 } }, 'a/': { 0: 2 }, '~r0': 3, 'a~r0': { 1: 1 }, 'a~1': 4 };
    const ids = rowsOf(odd, all).map((row) => row.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('may be nested without limit', () => {
    let deep: unknown = 0;
    for (let i = 0; i < 5000; i++) deep = [deep];
    expect(rowsOf(deep, all)).toHaveLength(5001);
    expect(findText(deep, '0')).toHaveLength(1);
  });

  test('own keys of prototypes stay keys', () => {
    const value = JSON.parse('{"__proto__": {"x": 1}, "constructor": 2}');
    expect(shape(value)).toEqual([
      ' object 2',
      '  __proto__ object 1',
      '    x number 0',
      '  constructor number 0',
    ]);
  });
});

test('what is open at first is little', () => {
  expect(firstOpen({ a: { b: { c: 1 } } })).toEqual(new Set(['', '/a']));
  const large = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`k${i}`, [1, 2, 3]]));
  expect(firstOpen(large)).toEqual(new Set(['']));
});

test('"expand all" stays bearable', () => {
  const value = Array.from({ length: 900 }, () => Array.from({ length: 900 }, () => 1));
  const open = everyHolder(value);
  const rows = rowsOf(value, (id) => open.has(id), 1000);
  expect(rows).toHaveLength(1000);
  expect(open.size).toBeLessThan(EXPAND_MAX / 800);
});

test('a place is found, and everything that holds it', () => {
  const value = { rows: Array.from({ length: RANGE + 2 }, (_, i) => ({ name: `n${i}` })) };
  const [found] = findText(value, `n${RANGE + 1}`);
  expect(found).toEqual(['rows', RANGE + 1, 'name']);
  const open = new Set(holdersOf(value, found ?? []));
  const rows = rowsOf(value, (id) => open.has(id));
  const at = rows.findIndex((row) => row.id === idOf(found ?? []));
  expect(rows[at]?.value).toBe(`n${RANGE + 1}`);
  expect(writtenPath(keysTo(rows, at))).toBe(`$.rows[${RANGE + 1}].name`);
});

test('keys and plain values are searched, without regard to case, up to a limit', () => {
  expect(findText({ Ab: 1, c: 'xAB', d: ['ab'] }, 'aB')).toEqual([['Ab'], ['c'], ['d', 0]]);
  expect(findText([true, null, 12], 'null')).toEqual([[1]]);
  expect(findText([1, 2], '')).toEqual([]);
  expect(findText(Array(FINDS_MAX + 10).fill('a'), 'a')).toHaveLength(FINDS_MAX);
});

test('a path is written as it can be read', () => {
  expect(writtenPath([])).toBe('$');
  expect(writtenPath(['a', 0, 'b c', 'ä_1', '1x', '"'])).toBe('$.a[0]["b c"].ä_1["1x"]["\\""]');
});
