import { expect, test } from 'vitest';
import { changedValues, missingKeys, shownValue } from './draft';
import type { ConfigKey } from './queries';

function key(name: string, more: Partial<ConfigKey> = {}): ConfigKey {
  const plain = { description: '', secret: false, required: false, default: null, value: null, set: false };
  return { key: name, ...plain, updated_at: null, ...more };
}

const token = key('token', { secret: true, required: true, value: '***', set: true });
const endpoint = key('endpoint', { default: 'https://a.example', value: 'https://b.example', set: true });

test('a secret is never in its field', () => {
  expect(shownValue({}, token)).toBe('');
  expect(shownValue({}, endpoint)).toBe('https://b.example');
  expect(shownValue({}, key('unset', { default: 'a', value: 'a' }))).toBe('');
});

test('only what was changed is sent, and the mask of a secret never is', () => {
  expect(changedValues({}, [token, endpoint])).toEqual({});
  expect(changedValues({ token: '', endpoint: 'https://b.example' }, [token, endpoint])).toEqual({});
  expect(changedValues({ token: 'new', endpoint: '' }, [token, endpoint])).toEqual({
    token: 'new',
    endpoint: '',
  });
  expect(changedValues({ other: 'x' }, [token])).toEqual({});
});

test('what is needed and has no default is missing', () => {
  const keys = [key('a', { required: true }), key('b', { required: true, default: 'x' }), key('c'), token];
  expect(missingKeys(keys)).toEqual(['a']);
});
