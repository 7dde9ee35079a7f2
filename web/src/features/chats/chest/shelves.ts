import type { Schemas } from '@/api/client';

type Chest = Schemas['Chest'];
type ChestToolset = Schemas['ChestToolset'];

/** Toolsets that stand alike. */
export interface Shelf {
  state: string;
  label: string;
  toolsets: ChestToolset[];
}

const labels: readonly (readonly [state: string, label: string])[] = [
  ['essential', 'Essential'],
  ['active', 'Active'],
  ['available', 'Available'],
];

/** A chest by how its toolsets stand, those that a model has first. Empty shelves are left out. */
export function shelvesOf(chest: Chest, filter = ''): Shelf[] {
  const wanted = filter.trim().toLowerCase();
  const toolsets = chest.toolsets.filter((one) =>
    `${one.name} ${one.id} ${one.description}`.toLowerCase().includes(wanted),
  );
  return labels
    .map(([state, label]) => ({ state, label, toolsets: toolsets.filter((one) => one.state === state) }))
    .filter((shelf) => shelf.toolsets.length > 0);
}

const after = { activate: 'active', deactivate: 'available', essential: 'essential' } as const;

/** The chest as it will be, if the server does what is asked for. */
export function withState(chest: Chest, id: string, doing: keyof typeof after): Chest {
  const toolsets = chest.toolsets.map((one) => (one.id === id ? { ...one, state: after[doing] } : one));
  return { ...chest, mode: 'chosen', toolsets };
}

/** How many characters a model's tokens have, about. */
const CHARACTERS = 4;

/** About how many tokens a model spends on being told of these tools. */
export function tokensOf(tools: readonly unknown[]): number {
  return Math.ceil(JSON.stringify(tools).length / CHARACTERS);
}
