import { expect, test } from 'vitest';
import type { Schemas } from '@/api/client';
import { Problem } from '@/api/problem';
import { approvableEffect, type CallEffect, isStale, standingProblem } from './effect';

function seen(manifest_id: string, error: object | null = null): Pick<Schemas['Call'], 'effect'> {
  return { effect: { manifest_id, error } as CallEffect };
}

function refusal(kind: string): Problem {
  return new Problem({ type: `urn:pegboard:problem:${kind}`, title: '', status: 409, detail: '' });
}

test('an effect that failed cannot be approved, and one that nobody saw neither', () => {
  expect(approvableEffect(seen('a'))).toBe('a');
  expect(approvableEffect(seen('a', { kind: 'raised', message: 'no' }))).toBeNull();
  expect(approvableEffect({ effect: null })).toBeNull();
});

test('an effect is stale until it is previewed anew', () => {
  const refused = { effect: 'a', error: refusal('effect-stale') };
  expect(isStale(seen('a'), refused)).toBe(true);
  expect(isStale(seen('b'), refused)).toBe(false);
  expect(standingProblem(seen('a'), refused)).toBeNull();
  expect(standingProblem(seen('b'), refused)).toBeNull();
});

test('any other refusal stands beside what it was about', () => {
  const error = refusal('conflict');
  expect(standingProblem(seen('a'), { effect: 'a', error })).toBe(error);
  expect(standingProblem(seen('a'), { effect: null, error })).toBe(error);
  expect(standingProblem(seen('a'), null)).toBeNull();
});
