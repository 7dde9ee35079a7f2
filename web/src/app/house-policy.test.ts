import { expect, test } from 'vitest';
import { killSwitchOf } from './house-policy';

test('tools that are off by configuration are told apart from those that somebody switched off', () => {
  expect(killSwitchOf(undefined)).toBe('unknown');
  expect(killSwitchOf({ tools_enabled: true, fixed: false })).toBe('on');
  expect(killSwitchOf({ tools_enabled: false, fixed: false })).toBe('off');
  expect(killSwitchOf({ tools_enabled: false, fixed: true })).toBe('fixed');
});
