import { isObject } from '../form/json-schema';

/** How many names are offered of each. */
const OFFERED = 30;

/** Expressions that a renderer's configuration can hold, made of the tool's arguments and of one of its results. */
export function suggestions(schema: unknown, result: unknown): string[] {
  const returned = isObject(result) ? Object.keys(result) : [];
  const args = isObject(schema) && isObject(schema.properties) ? Object.keys(schema.properties) : [];
  return ['$return', ...named('return', returned), ...named('args', args)];
}

function named(root: 'args' | 'return', names: readonly string[]): string[] {
  // A quote in a name cannot be written in an expression.
  const sayable = names.filter((name) => !name.includes('"'));
  return sayable.slice(0, OFFERED).map((name) => expression(root, name));
}

function expression(root: 'args' | 'return', name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return `$${root}.${name}`;
  return `\${${root}["${name}"]}`;
}
