import { expect, test } from 'vitest';
import type { Schemas } from '@/api/client';
import { additionOf, nothingChosen, pickedOf, requestOf, unanswered } from './pasted';

type Proposed = Schemas['ProposedServer'];

const question = (name: string, more: object = {}) => ({ name, required: true, choices: [], ...more });
const proposed = (id: string, more: object = {}) =>
  ({ server: { id }, exists: false, questions: [], ...more }) as unknown as Proposed;
const preview = (...servers: Proposed[]): Schemas['ServersPreview'] => ({ servers, bundles: [], notes: [] });

test('an entry of the registry is told from the file of a client', () => {
  expect(requestOf('{"name": "io.x/y", "packages": []}')).toHaveProperty('registry_entry');
  expect(requestOf('{"server": {"name": "io.x/y", "remotes": []}, "_meta": {}}')).toHaveProperty(
    'registry_entry',
  );
  expect(requestOf('{"mcpServers": {"name": {"command": "x"}}}')).toHaveProperty('config');
  expect(requestOf('{"name": {"command": "x"}}')).toHaveProperty('config');
  expect(requestOf('mcpServers: # YAML')).toHaveProperty('config');
});

test('what is here already or was left out is not added', () => {
  const all = preview(proposed('a'), proposed('b', { exists: true }), proposed('c'));
  const chosen = { ...nothingChosen, without: new Set(['c']) };
  const picked = pickedOf(all, chosen);
  expect(additionOf({ config: 'x' }, picked, chosen)).toEqual({ config: 'x', only: ['a'], answers: {} });
});

test('of a registry entry one way is added, the first unless another is chosen', () => {
  const all = preview(proposed('a', { choice: 0 }), proposed('a', { choice: 2 }));
  const chosen = { ...nothingChosen, choice: 2 };
  expect(additionOf({}, pickedOf(all, nothingChosen), nothingChosen)).toMatchObject({ choice: 0 });
  expect(additionOf({}, pickedOf(all, chosen), chosen)).toEqual({ choice: 2, answers: {} });
});

test('required questions want an answer unless there is a default, and only given answers are sent', () => {
  const one = proposed('a', {
    questions: [question('KEY'), question('HOST', { default: 'x' }), question('MORE', { required: false })],
  });
  expect(unanswered([one], nothingChosen)).toBe('KEY');
  const chosen = { ...nothingChosen, answers: { a: { KEY: 'k', MORE: '' }, other: { KEY: 'no' } } };
  expect(unanswered([one], chosen)).toBeNull();
  expect(additionOf({ config: 'x' }, [one], chosen)).toEqual({
    config: 'x',
    only: ['a'],
    answers: { a: { KEY: 'k' } },
  });
});
