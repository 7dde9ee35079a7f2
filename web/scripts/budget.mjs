// Fails when what a first visit loads is over budget: the entry, what it imports, and the styles, gzipped.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const BUDGET = 150_000;

const dist = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));
const files = new Set();

function add(key) {
  const chunk = manifest[key];
  if (files.has(chunk.file)) return;
  files.add(chunk.file);
  for (const style of chunk.css ?? []) files.add(style);
  for (const imported of chunk.imports ?? []) add(imported);
}

const entry = Object.keys(manifest).find((key) => manifest[key].isEntry);
add(entry);
// The room that the address `/` leads to is loaded as well.
const first = Object.keys(manifest).find((key) => key.endsWith('features/toolsets/toolsets-page.tsx'));
if (first) add(first);

let total = 0;
for (const file of files) total += gzipSync(readFileSync(new URL(file, dist)), { level: 9 }).length;
process.stdout.write(
  `first load: ${(total / 1000).toFixed(1)} kB gzip of ${BUDGET / 1000} kB, ${files.size} files\n`,
);
if (total > BUDGET) {
  process.stderr.write('The first load is over budget. dist/.vite/manifest.json shows what came in.\n');
  process.exit(1);
}
