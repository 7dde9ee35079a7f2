import { type Args, follow, isObject, type JsonSchema } from './json-schema';

/** What a form begins with: what the schema gives as defaults, and what cannot be otherwise. */
export function startingArgs(schema: JsonSchema): Args {
  const args: Args = {};
  const root = typeof schema.$ref === 'string' ? follow(schema, schema.$ref) : schema;
  if (!isObject(root) || !isObject(root.properties)) return args;
  const required = Array.isArray(root.required) ? root.required : [];
  for (const [name, property] of Object.entries(root.properties)) {
    if (name === '__proto__' || !isObject(property)) continue;
    // A default of `null` is what leaving the argument out comes to.
    if (property.default !== undefined && property.default !== null) {
      args[name] = structuredClone(property.default);
    } else if (property.const !== undefined && required.includes(name)) {
      args[name] = property.const;
    }
  }
  return args;
}
