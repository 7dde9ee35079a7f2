import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { formSchema } from './form-schema';
import type { Args, JsonSchema } from './json-schema';
import SchemaForm from './schema-form';
import { type Unfinished, withUnfinished } from './unfinished';
import type { Violation } from './violations';

afterEach(cleanup);

let latest: unknown;
let kept: Unfinished = new Map();

function Holder({ schema, args, violations }: { schema: JsonSchema; args: Args; violations: Violation[] }) {
  const [value, setValue] = useState<Args>(args);
  latest = value;
  const [form] = useState(() => formSchema(schema));
  const [unfinished, setUnfinished] = useState<Unfinished>(new Map());
  kept = unfinished;
  const onUnfinished = (id: string, text: string | null) =>
    setUnfinished((before) => withUnfinished(before, id, text));
  return (
    <SchemaForm
      schema={form}
      args={value}
      violations={violations}
      context={{ unfinished, onUnfinished }}
      onChange={(next) => setValue(next as Args)}
    />
  );
}

function open(schema: JsonSchema, args: Args = {}, violations: Violation[] = []) {
  latest = undefined;
  render(<Holder schema={schema} args={args} violations={violations} />);
  return userEvent.setup();
}

/** What would be sent. */
const sent = () => JSON.parse(JSON.stringify(latest)) as unknown;

const table = {
  type: 'object',
  additionalProperties: false,
  properties: {
    path: { type: 'string', description: 'Where it goes.' },
    columns: {
      type: 'array',
      items: {
        discriminator: { propertyName: 'kind', mapping: {} },
        oneOf: [{ $ref: '#/$defs/Constant' }, { $ref: '#/$defs/Ramp' }],
      },
    },
    rows: { type: 'integer', default: 10, minimum: 1 },
    mode: { enum: ['fast', 'exact'] },
    strict: { type: 'boolean', default: true },
  },
  required: ['path', 'columns'],
  $defs: {
    Constant: {
      type: 'object',
      title: 'Constant',
      properties: { kind: { const: 'constant' }, name: { type: 'string' }, value: { type: 'number' } },
      required: ['kind', 'name', 'value'],
    },
    Ramp: {
      type: 'object',
      title: 'Ramp',
      properties: { kind: { const: 'ramp' }, name: { type: 'string' }, step: { type: 'number', default: 1 } },
      required: ['kind', 'name'],
    },
  },
};

test('a form of a union is chosen, and its fixed field is filled in', async () => {
  const user = open(table);
  await user.type(screen.getByLabelText(/^path/), 'a.csv');
  await user.click(screen.getByRole('button', { name: 'Add to columns' }));
  await user.selectOptions(screen.getByRole('combobox', { name: /Form of/ }), 'Ramp');
  await user.type(screen.getByLabelText(/^name/), 'x');
  await user.clear(screen.getByLabelText(/^step/));
  await user.type(screen.getByLabelText(/^step/), '2.5');
  expect(sent()).toEqual({ path: 'a.csv', columns: [{ kind: 'ramp', name: 'x', step: 2.5 }] });
});

test('what is given decides which form is shown', () => {
  open(table, {
    path: 'a',
    columns: [
      { kind: 'ramp', name: 'r' },
      { kind: 'constant', name: 'c', value: 1 },
    ],
  });
  const shown = screen.getAllByRole('combobox', { name: /Form of/ }) as HTMLSelectElement[];
  expect(shown.map((select) => select.selectedOptions[0]?.text)).toEqual(['Ramp', 'Constant']);
});

test('looking at arguments changes nothing of them, however little they fit', () => {
  const odd = {
    path: { not: 'a text' },
    columns: [{ kind: 'other', deep: [1] }],
    rows: 'many',
    more: { a: null },
  };
  open(table, odd);
  expect(sent()).toEqual(odd);
});

test('a changed field keeps all the others', async () => {
  const user = open(table, { path: 'a', columns: [], more: { a: 1 }, rows: 3 });
  await user.type(screen.getByLabelText(/^path/), 'b');
  await user.clear(screen.getByLabelText('rows'));
  expect(sent()).toEqual({ path: 'ab', columns: [], more: { a: 1 } });
});

test('defaults show without being sent', async () => {
  const user = open(table, { path: 'a', columns: [] });
  expect(screen.getByLabelText<HTMLInputElement>('rows').placeholder).toBe('10');
  expect(screen.getByLabelText<HTMLInputElement>('strict').checked).toBe(true);
  await user.click(screen.getByLabelText('strict'));
  await user.selectOptions(screen.getByLabelText('mode'), 'exact');
  expect(sent()).toEqual({ path: 'a', columns: [], strict: false, mode: 'exact' });
  await user.selectOptions(screen.getByLabelText('mode'), 'Not set');
  expect(sent()).toEqual({ path: 'a', columns: [], strict: false });
});

test('violations stand at their fields, also within lists', () => {
  open(table, { path: '', columns: [{ kind: 'ramp' }] }, [
    { path: 'path', rule: 'minLength', message: '`path`: "" is shorter than 1 character' },
    { path: 'columns[0].name', rule: 'required', message: 'missing required argument `columns[0].name`' },
  ]);
  expect(screen.getByLabelText(/^path/).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('"" is shorter than 1 character')).toBeTruthy();
  const name = screen.getByLabelText(/^name/);
  expect(document.getElementById(name.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'This is needed.',
  );
});

test('items are moved and removed', async () => {
  const user = open(
    { type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } } },
    {
      tags: ['a', 'b', 'c'],
    },
  );
  await user.click(screen.getByRole('button', { name: 'Move item 3 up' }));
  await user.click(screen.getByRole('button', { name: 'Remove item 1' }));
  expect(sent()).toEqual({ tags: ['c', 'b'] });
});

test('an object that may be left out is added and left out again', async () => {
  const inner = { type: 'object', properties: { a: { type: 'integer' } } };
  const user = open({ type: 'object', properties: { inner } });
  expect(screen.queryByLabelText('a')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Add' }));
  await user.type(screen.getByLabelText('a'), '4');
  expect(sent()).toEqual({ inner: { a: 4 } });
  await user.click(screen.getByRole('button', { name: 'Leave out' }));
  expect(sent()).toEqual({});
});

test('entries with free names are added', async () => {
  const weights = { type: 'object', additionalProperties: { type: 'number' } };
  const user = open({ type: 'object', properties: { weights }, required: ['weights'] });
  await user.click(screen.getByRole('button', { name: 'Add an entry' }));
  const name = screen.getByLabelText('Name');
  await user.clear(name);
  await user.type(name, 'first');
  await user.tab();
  const value = screen.getAllByRole('spinbutton')[0] as HTMLElement;
  await user.clear(value);
  await user.type(value, '2');
  expect(sent()).toEqual({ weights: { first: 2 } });
});

test('several of a few are boxes', async () => {
  const days = { type: 'array', uniqueItems: true, items: { enum: ['mon', 'tue', 'wed'] } };
  const user = open({ type: 'object', properties: { days } });
  const boxes = within(screen.getByRole('group', { name: /days/ }));
  await user.click(boxes.getByLabelText('wed'));
  await user.click(boxes.getByLabelText('mon'));
  await user.click(boxes.getByLabelText('wed'));
  expect(sent()).toEqual({ days: ['mon'] });
});

test('what has no shape is written as JSON', async () => {
  const user = open({ type: 'object', properties: { any: {} } });
  const field = screen.getByLabelText(/any/);
  await user.click(field);
  await user.paste('{"a": [1');
  expect(screen.getByText(/not JSON yet/)).toBeTruthy();
  expect(sent()).toEqual({});
  expect([...kept]).toEqual([['args_any', '{"a": [1']]);
  await user.paste(']}');
  expect(kept.size).toBe(0);
  expect(sent()).toEqual({ any: { a: [1] } });
});

test('recursive schemas open without end in sight', async () => {
  const node = {
    type: 'object',
    properties: {
      name: { type: 'string' },
      next: { anyOf: [{ $ref: '#/$defs/Node' }, { type: 'null' }] },
      children: { type: 'array', items: { $ref: '#/$defs/Node' } },
      must: { $ref: '#/$defs/Node' },
    },
    required: ['name', 'must'],
  };
  const user = open({ $defs: { Node: node }, $ref: '#/$defs/Node' }, { name: 'root' });
  await user.click(screen.getAllByRole('button', { name: 'Add to children' })[0] as HTMLElement);
  expect(screen.getAllByLabelText(/^name/).length).toBeGreaterThan(2);
});
