import { expect, test } from 'vitest';
import { formSchema } from './form-schema';
import { isObject, type JsonSchema } from './json-schema';

const ramp = {
  type: 'object',
  title: 'Ramp',
  properties: { kind: { const: 'ramp', type: 'string' }, start: { type: 'number', default: 0 } },
};
const constant = {
  type: 'object',
  properties: { kind: { const: 'constant', type: 'string' }, value: { type: 'number' } },
  required: ['kind', 'value'],
};

function object(properties: JsonSchema, more: JsonSchema = {}): JsonSchema {
  return { type: 'object', properties, ...more };
}

/** The form's schema of one property. */
function field(property: unknown, more: JsonSchema = {}): JsonSchema {
  const { properties } = formSchema(object({ it: property }, more));
  return (properties as Record<string, JsonSchema>).it ?? {};
}

function count(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, one) => sum + count(one), 0);
  if (!isObject(value)) return 0;
  return Object.values(value).reduce((sum: number, one) => sum + count(one), 1);
}

test('nested objects keep their fields, and what is required of them', () => {
  const inner = object(
    { a: { type: 'integer', minimum: 1 }, b: { type: 'string' } },
    { required: ['a', 'gone'] },
  );
  expect(field(inner)).toEqual({
    type: 'object',
    properties: { a: { type: 'integer', minimum: 1 }, b: { type: 'string' } },
    required: ['a'],
  });
});

test('references are written out, with what stands beside them', () => {
  const more = { $defs: { 'a/b': { type: 'string', description: 'theirs' } } };
  expect(field({ $ref: '#/$defs/a~1b', description: 'ours' }, more)).toEqual({
    type: 'string',
    description: 'ours',
  });
});

test('a reference that leads nowhere or elsewhere is written as JSON', () => {
  expect(field({ $ref: '#/$defs/gone', title: 'It' })).toEqual({ $comment: 'json', title: 'It' });
  expect(field({ $ref: 'https://elsewhere.example/schema' })).toEqual({ $comment: 'json' });
});

test('a union of objects keeps its discriminator, names its forms and needs their fixed fields', () => {
  const union = field(
    {
      oneOf: [{ $ref: '#/$defs/Constant' }, { $ref: '#/$defs/Ramp' }],
      discriminator: { propertyName: 'kind', mapping: { ramp: '#/$defs/Ramp' } },
    },
    { $defs: { Constant: constant, Ramp: ramp } },
  );
  expect(union.discriminator).toEqual({ propertyName: 'kind' });
  const forms = union.oneOf as JsonSchema[];
  expect(forms.map((form) => form.title)).toEqual(['constant', 'Ramp']);
  expect(forms.map((form) => form.required)).toEqual([['kind', 'value'], ['kind']]);
});

test('what may be left out needs no choice for null', () => {
  const nullable = { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'null' }], default: null };
  expect(field({ ...nullable, description: 'Tags' })).toEqual({
    type: 'array',
    items: { type: 'string' },
    description: 'Tags',
  });
  expect(field({ type: ['string', 'null'] })).toEqual({ type: 'string' });
});

test('what must be given may still be null', () => {
  const nullable = field({ anyOf: [{ type: 'string' }, { type: 'null' }] }, { required: ['it'] });
  expect((nullable.anyOf as JsonSchema[]).map((form) => form.title)).toEqual(['Text', 'Nothing (null)']);
  const several = field({ type: ['string', 'integer', 'null'] }, { required: ['it'] });
  expect((several.anyOf as JsonSchema[]).map((form) => form.title)).toEqual([
    'Text',
    'Whole number',
    'Nothing (null)',
  ]);
});

test('lists, tuples and enumerations keep what they hold', () => {
  expect(field({ type: 'array', items: { enum: ['a', 'b'] }, uniqueItems: true })).toEqual({
    type: 'array',
    items: { enum: ['a', 'b'] },
    uniqueItems: true,
  });
  const tuple = field({ type: 'array', prefixItems: [{ type: 'number' }, { type: 'string' }] });
  expect(tuple).toMatchObject({ items: [{ type: 'number' }, { type: 'string' }], minItems: 2 });
  expect(field({ type: 'array' })).toEqual({ $comment: 'json' });
});

test('what has no better field is written as JSON', () => {
  expect(field({})).toEqual({ $comment: 'json' });
  expect(field(true)).toEqual({ $comment: 'json' });
  expect(field({ type: 'object', description: 'Anything' })).toEqual({
    $comment: 'json',
    description: 'Anything',
  });
  expect(field({ type: 'object', additionalProperties: { type: 'number' } })).toMatchObject({
    type: 'object',
    additionalProperties: { type: 'number' },
  });
});

test('a defaults of null is none, others are kept', () => {
  expect(field({ type: 'integer', default: null })).toEqual({ type: 'integer' });
  expect(field({ type: 'integer', default: 10 })).toEqual({ type: 'integer', default: 10 });
});

test('a tree ends in JSON after some levels', () => {
  const tree = {
    $defs: {
      Node: object(
        { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Node' } } },
        { required: ['name', 'children'] },
      ),
    },
    $ref: '#/$defs/Node',
  };
  const text = JSON.stringify(formSchema(tree));
  expect(text).not.toContain('$ref');
  expect(text.match(/"children"/g)?.length).toBeGreaterThan(3);
  expect(text).toContain('"$comment":"json"');
});

test('references that never end or multiply stay within bounds', () => {
  expect(
    formSchema({ $defs: { A: { $ref: '#/$defs/B' }, B: { $ref: '#/$defs/A' } }, $ref: '#/$defs/A' }),
  ).toEqual({
    type: 'object',
    properties: {},
  });
  const parts = Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => [
      `D${n}`,
      object(
        Object.fromEntries(
          Array.from({ length: 10 }, (_x, k) => [`p${k}`, { $ref: `#/$defs/D${(n + 1) % 60}` }]),
        ),
      ),
    ]),
  );
  expect(count(formSchema({ $defs: parts, $ref: '#/$defs/D0' }))).toBeLessThan(10_000);
});

test('a field cannot change what an object is', () => {
  const hostile = JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"string"},"a":{"type":"string"}}}',
  );
  expect(Object.keys(formSchema(hostile).properties ?? {})).toEqual(['a']);
});

test('patterns are left to the server', () => {
  expect(field({ type: 'string', pattern: '^(a+)+$', format: 'regex' })).toEqual({ type: 'string' });
  expect(field({ type: 'string', format: 'date' })).toEqual({ type: 'string', format: 'date' });
});
