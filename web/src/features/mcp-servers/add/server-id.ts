/** Words that say of a package only that it is a server. */
const PLAIN = /^((mcp|server)[-_])+|([-_](mcp|server))+$/g;

const PLAIN_NAMES = new Set(['mcp', 'server', 'mcp-server']);

/** The name that a server is mostly called by, from its command line or its address; empty when none comes to mind. */
export function idFor(words: readonly string[]): string {
  const [first = '', ...rest] = words;
  if (/^https?:\/\//.test(first)) return ofAddress(first);
  const named = rest.find(
    (word) => !word.startsWith('-') && !/^\w+=(?!=)|\$/.test(word) && /[a-z]/i.test(word) && word !== 'run',
  );
  return clean(named ?? first);
}

function ofAddress(text: string): string {
  try {
    const { hostname } = new URL(text);
    if (/^[\d.]+$|:|^localhost$/.test(hostname)) return clean(hostname);
    const parts = hostname.split('.').filter((part) => !['www', 'mcp', 'api'].includes(part));
    return clean(parts.length > 1 ? (parts.at(-2) ?? '') : (parts[0] ?? ''));
  } catch {
    return '';
  }
}

/** A package or a path as an id: without scope, version, folder and ending. */
function clean(text: string): string {
  const [name = '', holder = ''] = text
    .replace(/(.)@[^/]*$/, '$1')
    .split(/[/\\]/)
    .reverse();
  const bare = (PLAIN_NAMES.has(name) && holder ? holder : name)
    .replace(/[=<>~:].*$/, '')
    .replace(/\.(js|mjs|ts|py|sh|exe)$/, '');
  const plain = bare.replace(PLAIN, '') || bare;
  return plain
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g, '')
    .toLowerCase();
}
