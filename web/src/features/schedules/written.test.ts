import { expect, test } from 'vitest';
import type { Schedule } from './queries';
import { readWritten, writtenOf } from './written';

const present = {
  schedule: '*/30',
  timezone: 'Europe/Malta',
  prompt: 'Look:',
  args: { city: 'Oslo' },
} as unknown as Schedule;

test('only what was changed is sent', () => {
  const written = writtenOf(present);
  expect(readWritten(written, present).change).toBeNull();
  expect(readWritten({ ...written, schedule: ' @daily ' }, present).change).toEqual({ schedule: '@daily' });
  expect(readWritten({ ...written, timezone: '' }, present).change).toEqual({ timezone: 'UTC' });
  expect(readWritten({ ...written, args: '{"city":"Oslo"}' }, present).change).toBeNull();
  expect(readWritten({ ...written, args: '' }, present).change).toEqual({ args: {} });
});

test('a new schedule needs its times', () => {
  const empty = writtenOf(null);
  expect(readWritten({ ...empty, prompt: 'Look:' }, null).change).toBeNull();
  expect(readWritten({ ...empty, schedule: '*/5' }, null).change).toEqual({ schedule: '*/5' });
});

test('arguments are a JSON object', () => {
  for (const args of ['{', '[]', '3', 'null']) {
    expect(readWritten({ ...writtenOf(present), args }, present)).toEqual({
      change: null,
      argsFault: 'This is no JSON object.',
    });
  }
});
