import { cpus } from 'node:os';
import { test } from 'vitest';
import { House } from '../tests/house';
import { said, scrolledFrames } from './frames';
import { manyCalls } from './many-calls';

// Run by hand: `npm run bench`. A time is no test: it says something about this page on this machine only.
// What is wanted: p95 at most 32 ms on two cores.
const CALLS = 10_000;

const house = House.forThisFile({ toolsets: ['notes'] });

test(`scrolling through ${CALLS} calls`, async () => {
  const { id } = await house.server.call('notes:add_note', { subject: 'Tea', text: 'Green, twice' });
  manyCalls(house.server, id, CALLS);
  const visitor = await house.visitor();
  const { page } = visitor;
  await visitor.goTo('/calls');
  await page
    .getByRole('link', { name: /add_note/ })
    .first()
    .waitFor();
  const lines = [`${CALLS} calls, ${cpus().length} cores`];
  // The first way down fetches the pages as well; the second has them.
  lines.push(`a hard flick, while pages are fetched: ${said(await scrolledFrames(page, 120, 15))}`);
  await page.evaluate(() => window.scrollTo({ top: 0 }));
  lines.push(`a hard flick: ${said(await scrolledFrames(page, 120, 10))}`);
  await page.evaluate(() => window.scrollTo({ top: 0 }));
  lines.push(`a thrown scroll bar: ${said(await scrolledFrames(page, 1000, 5))}`);
  await page.evaluate(() => window.scrollTo({ top: 0 }));
  lines.push(`reading: ${said(await scrolledFrames(page, 12, 10))}`);
  await page.setContent('<div style="height: 400000px; background: linear-gradient(red, blue)"></div>');
  lines.push(`an empty page, for comparison: ${said(await scrolledFrames(page, 120, 5))}`);
  process.stdout.write(`${lines.join('\n')}\n`);
  await visitor.leave();
});
