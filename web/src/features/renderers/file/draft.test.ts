import { describe, expect, test } from 'vitest';
import { arrived, begin, isChanged, keepMine, takeTheirs, typed } from './draft';

const one = { text: 'one', etag: '"1"' };
const two = { text: 'two', etag: '"2"' };

describe('a draft', () => {
  test('that nobody touched follows the file', () => {
    expect(arrived(begin(one), two)).toEqual(begin(two));
  });

  test('that was typed into is kept, and what came is beside it', () => {
    const mine = typed(begin(one), 'mine');
    expect(arrived(mine, two)).toEqual({ base: one, text: 'mine', theirs: two });
  });

  test('hears nothing new in what it began with', () => {
    const mine = typed(begin(one), 'mine');
    expect(arrived(mine, one)).toEqual(mine);
    expect(arrived(arrived(mine, two), one).theirs).toBeNull();
  });

  test('that somebody else wrote as well is saved', () => {
    expect(arrived(typed(begin(one), 'two'), two)).toEqual(begin(two));
  });

  test('is kept over theirs, or given up for it, by choice only', () => {
    const between = arrived(typed(begin(one), 'mine'), two);
    expect(keepMine(between)).toEqual({ base: two, text: 'mine', theirs: null });
    expect(isChanged(keepMine(between))).toBe(true);
    expect(takeTheirs(between)).toEqual(begin(two));
  });

  test('typed back to where it began is unchanged', () => {
    expect(isChanged(typed(typed(begin(one), 'x'), 'one'))).toBe(false);
  });
});
