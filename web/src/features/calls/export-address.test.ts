import { expect, test } from 'vitest';
import { exportAddress, exportName } from './export-address';

test('an export has the filters of the list it is made from', () => {
  expect(exportAddress('csv', {})).toBe('/calls/export?format=csv');
  const address = exportAddress('jsonl', {
    status: 'error',
    tool: 'notes:add_note',
    until: '2026-01-02T00:00:00.000Z',
  });
  expect(Object.fromEntries(new URLSearchParams(address.split('?')[1]))).toEqual({
    format: 'jsonl',
    status: 'error',
    tool_id: 'notes:add_note',
    until: '2026-01-02T00:00:00.000Z',
  });
});

test('a range begins at a moment', () => {
  const since = new URLSearchParams(exportAddress('csv', { range: '24h' }).split('?')[1]).get('since');
  expect(Date.now() - Date.parse(since ?? '')).toBeGreaterThanOrEqual(86_400_000);
});

test('a file’s name has no letters that a system refuses', () => {
  expect(exportName('csv', new Date('2026-11-22T09:05:07Z'))).toBe('calls-2026-11-22-090507.csv');
});
