import { expect, test } from 'vitest';
import { first, type Move, next, type Step } from './flow';
import type { Imported, Preview, Source } from './source';

const source: Source = { kind: 'folder', path: '/toolsets/notes' };
const other: Source = { kind: 'url', address: 'https://example.org/other.zip' };
const preview = { id: 'notes' } as Preview;
const imported = { id: 'notes' } as Imported;

const after = (...moves: Move[]): Step => moves.reduce(next, first);
const reviewed: Move[] = [
  { type: 'chosen', source },
  { type: 'read', source, preview },
];
const agreed: Move[] = [...reviewed, { type: 'agreed', progressId: 'p1' }];

test('an import goes from the choice to the result', () => {
  expect(after(...reviewed)).toEqual({ at: 'review', source, preview, problem: null });
  expect(after(...agreed, { type: 'imported', imported })).toEqual({ at: 'done', imported });
});

test('nothing is installed that was not reviewed', () => {
  expect(next(first, { type: 'agreed', progressId: 'p1' })).toBe(first);
  expect(after({ type: 'chosen', source }, { type: 'agreed', progressId: 'p1' }).at).toBe('reading');
});

test('the answer about a source that was given up is not taken for the next', () => {
  const step = after({ type: 'chosen', source }, { type: 'chosen', source: other });
  expect(next(step, { type: 'read', source, preview })).toBe(step);
  expect(next(step, { type: 'unusable', problem: new Error('gone'), source })).toBe(step);
});

test('only the steps of this import are told, and no more than are kept', () => {
  const step = after(...agreed);
  expect(next(step, { type: 'told', progressId: 'p2', text: 'of another' })).toBe(step);
  const told = Array.from(
    { length: 500 },
    (_, n): Move => ({
      type: 'told',
      progressId: 'p1',
      text: `step ${n}`,
    }),
  );
  const last = told.reduce(next, step);
  expect(last.at === 'importing' && last.told.length).toBe(200);
  expect(last.at === 'importing' && last.told.at(-1)).toBe('step 499');
});

test('a failed import comes back to what was reviewed', () => {
  const problem = new Error('no room');
  expect(after(...agreed, { type: 'failed', problem })).toEqual({ at: 'review', source, preview, problem });
});

test('an import that runs is not lost by opening the window anew or dropping another file', () => {
  const step = after(...agreed);
  expect(next(step, { type: 'start-over' })).toBe(step);
  expect(next(step, { type: 'chosen', source: other })).toBe(step);
});
