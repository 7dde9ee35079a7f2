import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A toolset's folder as a ZIP in a temporary folder; gives its path. */
export async function zipped(folder: string): Promise<string> {
  const archive = join(await mkdtemp(join(tmpdir(), 'pegboard-zip-')), 'toolset.zip');
  // Python is there wherever Pegboard's tools are.
  await run('python3', ['-m', 'zipfile', '-c', archive, ...(await readdir(folder))], { cwd: folder });
  return archive;
}

/** A copy of a toolset's folder that a test may change. */
export async function copied(folder: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'pegboard-toolset-'));
  await cp(folder, copy, { recursive: true });
  return copy;
}

/** Changes a file of a folder. */
export async function edited(folder: string, path: string, change: (text: string) => string): Promise<void> {
  const file = join(folder, path);
  await writeFile(file, change(await readFile(file, 'utf8')));
}
