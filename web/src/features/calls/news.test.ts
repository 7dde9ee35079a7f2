import { expect, test } from 'vitest';
import { readNews, type Source } from './news';
import type { CallSummary } from './timeline';

function call(id: string): CallSummary {
  return { id, status: 'success' } as CallSummary;
}

/** A house whose newest calls stand first, in pages of two. */
function house(...ids: string[]): Source & { pages: number; single: string[] } {
  const source = {
    pages: 0,
    single: [] as string[],
    page: async (cursor: string | null) => {
      source.pages += 1;
      const from = cursor === null ? 0 : Number(cursor);
      const items = ids.slice(from, from + 2).map(call);
      return { items, next_cursor: from + 2 < ids.length ? `${from + 2}` : null };
    },
    one: async (id: string) => {
      source.single.push(id);
      return call(id);
    },
  };
  return source;
}

const none = new Set<string>();
const idsOf = (calls: readonly CallSummary[]) => calls.map(({ id }) => id);

test('one page is enough where it meets what is known', async () => {
  const source = house('9', '8', '7', '6');
  const { calls, gap } = await readNews(source, new Set(['8', '7', '6']), none);
  expect(idsOf(calls)).toEqual(['9', '8']);
  expect([gap, source.pages]).toEqual([false, 1]);
});

test('more pages are read until one holds something known', async () => {
  const source = house('9', '8', '7', '6', '5', '4');
  const { calls } = await readNews(source, new Set(['5', '4']), none);
  expect(idsOf(calls)).toEqual(['9', '8', '7', '6', '5', '4']);
});

test('an older call that an event names is read alone, one that is not shown is not', async () => {
  const source = house('9', '8', '3');
  const { calls } = await readNews(source, new Set(['8', '3']), new Set(['9', '3', '2']));
  expect(idsOf(calls)).toEqual(['9', '8', '3']);
  expect(source.single).toEqual(['3']);
});

test('too much news is a gap, not a flood of requests', async () => {
  const many = Array.from({ length: 40 }, (_, at) => `${99 - at}`);
  expect(await readNews(house(...many), new Set(['1']), none)).toMatchObject({ gap: true });
  const source = house('999', '998', '997');
  const news = await readNews(source, new Set([...many, '998']), new Set(many));
  expect([news.gap, source.single]).toEqual([true, []]);
});

test('an empty list learns of its first call', async () => {
  const { calls, gap } = await readNews(house('1'), none, none);
  expect([idsOf(calls), gap]).toEqual([['1'], false]);
});
