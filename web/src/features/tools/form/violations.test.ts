import { expect, test } from 'vitest';
import { explained } from './explain';
import { formSchema } from './form-schema';
import { startingArgs } from './starting-args';
import { errorSchemaOf, stepsOf, stillHolding } from './violations';

const schema = {
  type: 'object',
  $defs: {
    Ramp: {
      type: 'object',
      properties: { kind: { const: 'ramp' }, name: { type: 'string' }, start: { type: 'number' } },
      required: ['kind', 'name'],
    },
    Constant: {
      type: 'object',
      properties: { kind: { const: 'constant' }, name: { type: 'string' }, value: { type: 'number' } },
      required: ['kind', 'name', 'value'],
    },
  },
  properties: {
    columns: { type: 'array', items: { oneOf: [{ $ref: '#/$defs/Constant' }, { $ref: '#/$defs/Ramp' }] } },
    rows: { type: 'integer', default: 10 },
    note: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
  },
  required: ['columns'],
};

test('the server’s paths become steps', () => {
  expect(stepsOf('columns[0].name')).toEqual(['columns', 0, 'name']);
  expect(stepsOf('a[1][2]')).toEqual(['a', 1, 2]);
  expect(stepsOf('')).toEqual([]);
});

test('each violation stands at its field', () => {
  const errors = errorSchemaOf([
    { path: 'rows', rule: 'minimum', message: '`rows`: 0 is less than the minimum of 1' },
    { path: 'columns[1].name', rule: 'required', message: 'missing required argument `columns[1].name`' },
    { path: '', rule: 'depth', message: 'too deep' },
  ]);
  expect(errors).toEqual({
    __errors: ['Too deep'],
    rows: { __errors: ['0 is less than the minimum of 1'] },
    columns: { 1: { name: { __errors: ['This is needed.'] } } },
  });
});

test('of a union that says what it is, the fields that are wrong are named', () => {
  const violation = { path: 'columns[0]', rule: 'oneOf', message: 'fits none of the allowed forms' };
  const args = { columns: [{ kind: 'ramp', start: 'x' }] };
  expect(explained([violation], formSchema(schema), args).map(({ path, rule }) => [path, rule])).toEqual([
    ['columns[0].name', 'required'],
    ['columns[0].start', 'type'],
  ]);
  expect(explained([violation], formSchema(schema), { columns: [{ kind: 'other' }] })).toEqual([violation]);
});

test('a violation is gone when its value was changed, and only then', () => {
  const violations = [
    { path: 'rows', rule: 'minimum', message: '' },
    { path: 'columns[0].name', rule: 'required', message: '' },
  ];
  const refused = { rows: 0, columns: [{}] };
  expect(stillHolding(violations, refused, { rows: 0, columns: [{}], more: 1 })).toBe(violations);
  expect(stillHolding(violations, refused, { rows: 1, columns: [{}] }).map(({ path }) => path)).toEqual([
    'columns[0].name',
  ]);
});

test('a form begins with the defaults, and with what cannot be otherwise', () => {
  expect(startingArgs(schema)).toEqual({ rows: 10 });
  const fixed = { properties: { v: { const: 2 }, w: { const: 3 } }, required: ['v'] };
  expect(startingArgs(fixed)).toEqual({ v: 2 });
  expect(startingArgs({ $defs: { A: { properties: { a: { default: [1] } } } }, $ref: '#/$defs/A' })).toEqual({
    a: [1],
  });
  expect(startingArgs({})).toEqual({});
});
