import { expect, test } from 'vitest';
import type { Schemas } from '@/api/client';
import { shelvesOf, tokensOf, withState } from './shelves';

function toolset(id: string, state: string): Schemas['ChestToolset'] {
  return { id, name: id, description: `About ${id}`, state, tools: 1 } as Schemas['ChestToolset'];
}

const chest = {
  mode: 'automatic',
  toolsets: [toolset('a', 'available'), toolset('b', 'essential'), toolset('c', 'available')],
  warnings: [],
} as Schemas['Chest'];

test('what a model has comes first, and empty shelves are left out', () => {
  expect(shelvesOf(chest).map(({ label, toolsets }) => [label, toolsets.length])).toEqual([
    ['Essential', 1],
    ['Available', 2],
  ]);
  expect(shelvesOf(chest, 'ABOUT c').flatMap(({ toolsets }) => toolsets.map(({ id }) => id))).toEqual(['c']);
});

test('a change is shown before the server has answered, and chooses', () => {
  const changed = withState(chest, 'a', 'activate');
  expect(changed.mode).toBe('chosen');
  expect(changed.toolsets.map(({ state }) => state)).toEqual(['active', 'essential', 'available']);
});

test('tokens are counted from what a model is told', () => {
  expect(tokensOf([])).toBe(1);
  expect(tokensOf([{ name: 'x'.repeat(400) }])).toBeGreaterThan(100);
});
