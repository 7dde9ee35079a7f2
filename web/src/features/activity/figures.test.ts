import { expect, test } from 'vitest';
import { type Activity, bucketAt, share, spanOf, summary } from './figures';

const activity = {
  since: '2026-01-31T12:01:00Z',
  until: '2026-01-31T12:14:00Z',
  bucket_seconds: 300,
  truncated: false,
  totals: { calls: 5, errors: 1, pending: 0 },
  buckets: [
    { at: '2026-01-31T12:00:00Z', calls: 1, errors: 0 },
    { at: '2026-01-31T12:05:00Z', calls: 4, errors: 1 },
    { at: '2026-01-31T12:10:00Z', calls: 0, errors: 0 },
  ],
  tools: [],
} as Activity;

test('a moment belongs to the bucket that began last before it, and beside all to none', () => {
  const begins = [600, 900, 1200];
  expect([600, 899, 900, 1499].map((moment) => bucketAt(begins, 300, moment))).toEqual([0, 0, 1, 2]);
  expect([0, 599, 1500].map((moment) => bucketAt(begins, 300, moment))).toEqual([null, null, null]);
  expect(bucketAt([], 300, 600)).toBeNull();
});

test('a bucket lasts until the next begins', () => {
  expect(spanOf(activity, activity.buckets[1] ?? { at: '', calls: 0, errors: 0 })).toEqual({
    since: '2026-01-31T12:05:00.000Z',
    until: '2026-01-31T12:10:00.000Z',
  });
});

test('few failures are not said to be none', () => {
  expect([share(0, 0), share(0, 9), share(1, 900), share(1, 3), share(3, 3)]).toEqual([
    '0 %',
    '0 %',
    '< 1 %',
    '33 %',
    '100 %',
  ]);
});

test('a chart is summed up in a sentence', () => {
  expect(summary(activity)).toBe('5 calls, 1 failed; at most 4 in one bar.');
});
