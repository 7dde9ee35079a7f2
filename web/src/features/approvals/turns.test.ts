import { expect, test } from 'vitest';
import { Turns } from './turns';

/** A piece of work that ends when it is told to. */
function work() {
  let end: () => void = () => undefined;
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { over, end };
}

test('no more than the places run at once, and who comes later runs in order', async () => {
  const turns = new Turns(2);
  const begun: number[] = [];
  const works = [work(), work(), work(), work()];
  const all = works.map(({ over }, index) =>
    turns.take(async () => {
      begun.push(index);
      await over;
    }),
  );
  expect(begun).toEqual([0, 1]);
  works[1]?.end();
  await all[1];
  expect(begun).toEqual([0, 1, 2]);
  for (const { end } of works) end();
  await Promise.all(all);
  expect(begun).toEqual([0, 1, 2, 3]);
});

test('work that fails gives its turn back', async () => {
  const turns = new Turns(1);
  await expect(turns.take(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  await expect(turns.take(async () => 'next')).resolves.toBe('next');
});
