import { isObject, type JsonSchema } from './json-schema';

const words: Record<string, string> = {
  string: 'Text',
  integer: 'Whole number',
  number: 'Number',
  boolean: 'Yes or no',
  null: 'Nothing (null)',
  object: 'Object',
};

/** What a form of a union is called where its author gave it no name. */
export function titleOf(schema: JsonSchema): string {
  if (typeof schema.title === 'string' && schema.title !== '') return schema.title;
  if (schema.const !== undefined) return String(schema.const);
  const named = constOf(schema);
  if (named !== null) return named;
  if (Array.isArray(schema.enum)) return schema.enum.slice(0, 3).map(String).join(', ');
  if (schema.type === 'array') {
    return isObject(schema.items) ? `List: ${titleOf(schema.items).toLowerCase()}` : 'List';
  }
  return words[String(schema.type)] ?? 'Any JSON';
}

/** The fixed value that tells an object from the other forms. */
function constOf(schema: JsonSchema): string | null {
  if (!isObject(schema.properties)) return null;
  for (const property of Object.values(schema.properties)) {
    if (isObject(property) && typeof property.const === 'string') return property.const;
  }
  return null;
}
