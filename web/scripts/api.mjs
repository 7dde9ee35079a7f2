// Writes the API's document and its types anew, or with `--check` only says whether they are stale.
// PEGBOARD is the program to ask (default: the debug build).
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? at('../../target');
const pegboard = process.env.PEGBOARD ?? `${target}/debug/pegboard`;
const generator = at('../api-types/node_modules/.bin/openapi-typescript');

const kept = { 'openapi.json': at('../src/api/openapi.json'), 'schema.d.ts': at('../src/api/schema.d.ts') };
const folder = mkdtempSync(join(tmpdir(), 'pegboard-api-'));
try {
  const document = join(folder, 'openapi.json');
  writeFileSync(document, execFileSync(pegboard, ['openapi'], { maxBuffer: 64 << 20 }));
  execFileSync(generator, [document, '--output', join(folder, 'schema.d.ts'), '--alphabetize'], {
    stdio: 'pipe',
  });
  let stale = false;
  for (const [name, path] of Object.entries(kept)) {
    const fresh = readFileSync(join(folder, name), 'utf8');
    if (!process.argv.includes('--check')) writeFileSync(path, fresh);
    else if (readFileSync(path, 'utf8') !== fresh) {
      process.stderr.write(`web/src/api/${name} is stale: run \`npm run api\` in web/\n`);
      stale = true;
    }
  }
  if (stale) process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
