import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { House } from '../tests/house';
import { said, scrolledFrames } from './frames';

// Run by hand: `npm run bench`. What is wanted: p95 at most 32 ms on two cores.
const FILES = 10_000;
const TREE = '[data-testid="file-tree"]';

const house = House.forThisFile({ toolsets: ['app-builder'] });

test(`scrolling through a workspace of ${FILES} files`, async () => {
  const { server } = house;
  const { id } = await server.json<{ id: string }>('/chats', { title: 'Large' });
  const call = { path: 'first.txt', content: 'x' };
  await server.call('app-builder:write_file', call, id);
  const folder = join(server.data, 'chats', id, 'workspace', 'many');
  await mkdir(folder, { recursive: true });
  for (let file = 1; file < FILES; file += 1) await writeFile(join(folder, `file-${file}.txt`), `${file}\n`);
  await server.call('app-builder:write_file', { ...call, content: 'y' }, id);

  const visitor = await house.visitor();
  const { page } = visitor;
  await visitor.goTo(`/chats/${id}/workspace`);
  await page.getByRole('treeitem', { name: /^many/ }).click();
  await page.getByRole('treeitem', { name: /file-1\.txt/ }).waitFor();
  const lines = [`${FILES} files, ${cpus().length} cores`];
  lines.push(`reading: ${said(await scrolledFrames(page, 12, 8, TREE))}`);
  lines.push(`a hard flick: ${said(await scrolledFrames(page, 120, 8, TREE))}`);
  lines.push(`a thrown scroll bar: ${said(await scrolledFrames(page, 1000, 4, TREE))}`);
  process.stdout.write(`${lines.join('\n')}\n`);
  await visitor.leave();
});
