// The server lays a copy of this beside a toolset's modules and its `node_modules`: packages are looked for from where
// `import` stands.

/** @type {(specifier: string) => Promise<Record<string, unknown>>} */
export const importHere = (specifier) => import(specifier);
