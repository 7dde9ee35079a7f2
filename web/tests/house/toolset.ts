import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Server } from './server';

/** A toolset that a test makes for itself: contents by path, `toolset.yaml` among them. */
export type Files = Record<string, string>;

/** Installs a toolset made of these files. */
export async function installMade(server: Server, files: Files): Promise<void> {
  await installNamed(server, 'toolset', files);
}

/** The same from a folder of this name, which a container tool has to be called like. */
export async function installNamed(server: Server, name: string, files: Files): Promise<void> {
  const above = await mkdtemp(join(tmpdir(), 'pegboard-toolset-'));
  const folder = join(above, name);
  try {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    // The server keeps a copy of its own.
    await server.install(folder);
  } finally {
    await rm(above, { recursive: true, force: true });
  }
}

/** A tool that returns what it is given, shown as `renderer` says (YAML, one line each). */
export interface Echo {
  id: string;
  renderer: string[];
}

/** A toolset whose tools return their argument `value`, each with a renderer of its own. */
export function echoToolset(id: string, tools: readonly Echo[], files: Files = {}): Files {
  const listed = tools.map(({ id, renderer }) =>
    [
      `  - id: ${id}`,
      '    entrypoint: tools.echo:echo',
      '    input_schema: {type: object, properties: {value: {}}}',
      ...(renderer.length > 0 ? ['    renderer:', ...renderer.map((line) => `      ${line}`)] : []),
    ].join('\n'),
  );
  return {
    'toolset.yaml': `manifest_version: "1"\nid: ${id}\nname: ${id}\nversion: "1.0.0"\ntools:\n${listed.join('\n')}\n`,
    'tools/echo.py': 'def echo(value=None):\n    return value\n',
    ...files,
  };
}
