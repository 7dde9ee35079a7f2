import { expect, test } from 'vitest';
import { Branches } from './branches';

const at = '2026-01-01T00:00:00Z';
const messages = [
  { id: 'a', parent_id: null, created_at: at },
  { id: 'b', parent_id: 'a', created_at: at },
  { id: 'c', parent_id: 'a', created_at: at },
  { id: 'd', parent_id: 'c', created_at: at },
];

test('the way to a leaf names the branches that it passes', () => {
  const way = new Branches(messages).wayTo('d');
  expect(way.map(({ message, index, siblings }) => [message.id, index, siblings.length])).toEqual([
    ['a', 0, 1],
    ['c', 1, 2],
    ['d', 0, 1],
  ]);
});

test('going to a branch goes to its newest end', () => {
  const tree = new Branches(messages);
  expect(tree.leafBelow('a')).toBe('d');
  expect(tree.leafBelow('b')).toBe('b');
  expect(tree.leaves).toBe(2);
});

test('a branch is all that hangs below a message, and what hangs directly there is known', () => {
  const tree = new Branches(messages);
  expect([...tree.branchFrom('a')]).toEqual(['a', 'b', 'c', 'd']);
  expect([...tree.branchFrom('d')]).toEqual(['d']);
  expect(tree.childrenOf('a').map(({ id }) => id)).toEqual(['b', 'c']);
  expect(tree.childrenOf(null).map(({ id }) => id)).toEqual(['a']);
});

test('an empty chat and a leaf that is not there have no way', () => {
  expect(new Branches([]).wayTo(null)).toEqual([]);
  expect(new Branches(messages).wayTo('gone')).toEqual([]);
});

test('messages that name each other as parents do not go round for ever', () => {
  const round = [
    { id: 'x', parent_id: 'y', created_at: at },
    { id: 'y', parent_id: 'x', created_at: at },
  ];
  expect(new Branches(round).wayTo('x')).toHaveLength(2);
  expect(new Branches(round).branchFrom('x').size).toBe(2);
});
