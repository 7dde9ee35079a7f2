import { expect, test } from 'vitest';
import { draftFrom, emptyDraft, faultsOf, requestOf } from './draft';
import type { Model } from './queries';

test('what is empty is left out of the request, so that the house’s own values hold', () => {
  const draft = { ...emptyDraft, name: 'main', model: ' gpt ' };
  expect(faultsOf(draft)).toEqual({});
  expect(requestOf(draft)).toEqual({ protocol: 'openai', model: 'gpt' });
  expect(
    requestOf({ ...draft, contextWindow: '4096', temperature: '0.2', pictures: 'no', key: 'sk-1' }),
  ).toEqual({
    protocol: 'openai',
    model: 'gpt',
    api_key: 'sk-1',
    context_window: 4096,
    temperature: 0.2,
    pictures: false,
  });
});

test('a kept key is never in a draft, and stays as it is', () => {
  const kept = {
    name: 'a',
    protocol: 'ollama',
    model: 'qwen3',
    api_key: '***',
    context_window: 8192,
  } as Model;
  expect(draftFrom(kept).key).toBe('');
  expect(requestOf(draftFrom(kept))).not.toHaveProperty('api_key');
});

test('what cannot be is said at its field', () => {
  const faults = faultsOf({
    ...emptyDraft,
    name: 'My Model',
    baseUrl: 'gpu:8000',
    contextWindow: '1e9',
    temperature: '3',
  });
  expect(Object.keys(faults).sort()).toEqual(['baseUrl', 'contextWindow', 'model', 'name', 'temperature']);
});
