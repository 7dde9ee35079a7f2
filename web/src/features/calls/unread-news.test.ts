import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Heard } from './news';
import { AGAIN_AFTER_MS, NEWS_EVERY_MS, UnreadNews } from './unread-news';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function told(...ids: string[]): Heard {
  return { named: new Set(ids), missed: false };
}

test('what is heard before the timeline is there is read when it is', async () => {
  const news = new UnreadNews();
  news.add(told('a'));
  news.add({ named: new Set(), missed: true });
  await vi.advanceTimersByTimeAsync(NEWS_EVERY_MS * 10);
  const read = vi.fn(async (_: Heard) => undefined);
  news.begin(read);
  await vi.advanceTimersByTimeAsync(NEWS_EVERY_MS);
  expect(read.mock.calls).toEqual([[{ named: new Set(['a']), missed: true }]]);
});

test('what comes while it is read is read after that, together', async () => {
  const news = new UnreadNews();
  let done = () => {};
  const read = vi.fn((_: Heard) => new Promise<void>((resolve) => (done = resolve)));
  news.begin(read);
  news.add(told('a'));
  await vi.advanceTimersByTimeAsync(NEWS_EVERY_MS);
  news.add(told('b'));
  news.add(told('c'));
  await vi.advanceTimersByTimeAsync(NEWS_EVERY_MS * 10);
  expect(read).toHaveBeenCalledTimes(1);
  done();
  await vi.advanceTimersByTimeAsync(NEWS_EVERY_MS);
  expect(read.mock.lastCall).toEqual([told('b', 'c')]);
});

test('what could not be read is asked for again after a pause', async () => {
  const news = new UnreadNews();
  const read = vi.fn(async (_: Heard): Promise<unknown> => Promise.reject(new Error('away')));
  news.begin(read);
  news.add(told('a'));
  await vi.advanceTimersByTimeAsync(NEWS_EVERY_MS * 3);
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(AGAIN_AFTER_MS);
  expect(read.mock.calls).toEqual([[told('a')], [told('a')]]);
});

test('nothing is read once nobody looks', async () => {
  const news = new UnreadNews();
  const read = vi.fn(async (_: Heard) => undefined);
  news.begin(read);
  news.add(told('a'));
  news.rest();
  await vi.advanceTimersByTimeAsync(NEWS_EVERY_MS * 3);
  expect(read).not.toHaveBeenCalled();
});
