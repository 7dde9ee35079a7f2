import { expect, test } from 'vitest';
import { chatChoices, chosen, toolChoices } from './choices';
import { readArguments } from './edited-arguments';
import { fromLocal, toLocal } from './local-time';
import { spansOf } from './spans';
import { partsOf } from './tool-name';
import { appended } from './use-live-log';

test('a call’s time falls into waiting and running', () => {
  const created_at = '2026-01-31T12:00:00Z';
  const started_at = '2026-01-31T12:00:02Z';
  const finished_at = '2026-01-31T12:00:05Z';
  expect(spansOf({ created_at })).toEqual({ waited: null, ran: null });
  expect(spansOf({ created_at, started_at })).toEqual({ waited: 2000, ran: null });
  expect(spansOf({ created_at, started_at, finished_at })).toEqual({ waited: 2000, ran: 3000 });
  expect(spansOf({ created_at, finished_at })).toEqual({ waited: 5000, ran: null });
  // A clock that was set back.
  expect(spansOf({ created_at: finished_at, started_at, finished_at })).toEqual({ waited: 0, ran: 3000 });
});

test('a log that grows too long loses whole lines at its beginning', () => {
  expect(appended('one\n', 'two\n')).toBe('one\ntwo\n');
  expect(appended('one\ntwo\n', 'three\n', 11)).toBe('two\nthree\n');
  expect(appended('one\ntwo\n', 'three\n', 9)).toBe('three\n');
  expect(appended('', 'x'.repeat(20), 8)).toBe('xxxxxxxx');
});

test('edited arguments are an object, or there is a reason why not', () => {
  expect(readArguments('{"a": 1}')).toEqual({ ok: true, args: { a: 1 } });
  for (const text of ['', '{', '[1]', 'null', '3', '"a"']) {
    expect(readArguments(text), text).toMatchObject({ ok: false, why: expect.stringMatching(/JSON/) });
  }
});

test('a moment goes through the input of the reader’s clock and back', () => {
  const moment = new Date(2026, 0, 31, 9, 5).toISOString();
  expect(toLocal(moment)).toBe('2026-01-31T09:05');
  expect(fromLocal(toLocal(moment))).toBe(moment);
  expect([fromLocal(''), fromLocal('2026-13-99T00:00')]).toEqual([undefined, undefined]);
});

test('a tool’s own name is what stands after the last colon', () => {
  expect(partsOf('mcp:files~main:read')).toEqual({ source: 'mcp:files~main:', name: 'read' });
  expect(partsOf('search')).toEqual({ source: '', name: 'search' });
});

test('what is chosen stays a choice when it is gone, and tools are those of the chosen toolset', () => {
  const groups = [
    {
      tools: [
        { id: 'a:x', toolset_id: 'a' },
        { id: 'b:y', toolset_id: 'b' },
      ],
    },
  ] as unknown as Parameters<typeof toolChoices>[0];
  expect(toolChoices(groups, { toolset: 'b' }).map(({ value }) => value)).toEqual(['b:y']);
  expect(toolChoices(groups, { tool: 'gone:z' }).map(({ value }) => value)).toEqual(['a:x', 'b:y', 'gone:z']);
  expect(chatChoices(undefined, 'c')).toEqual([{ value: 'c', label: 'c' }]);
});

test('a choice joins the others, and no choice leaves no trace in the address', () => {
  const search: { tool?: string; toolset?: string } = { toolset: 'notes' };
  expect(chosen(search, 'tool', 'notes:list')).toEqual({ toolset: 'notes', tool: 'notes:list' });
  expect(Object.keys(chosen(search, 'toolset', ''))).toEqual([]);
});
