import { afterEach, describe, expect, test } from 'vitest';
import { type EditorHandle, openEditor } from './editor';
import { lineEndingOf } from './line-endings';

test.each([
  ['', '\n'],
  ['a', '\n'],
  ['a\nb\n', '\n'],
  ['a\r\nb', '\r\n'],
  ['a\rb', '\r'],
  ['a\r\nb\n', 'mixed'],
  ['a\r\r\n', 'mixed'],
])('the lines of %j', (text, ending) => {
  expect(lineEndingOf(text)).toBe(ending);
});

describe('an editor', () => {
  let editor: EditorHandle | null = null;
  afterEach(() => editor?.close());

  function open(text: string): { said: string[]; type: (what: string) => void } {
    const said: string[] = [];
    const place = document.createElement('div');
    document.body.append(place);
    editor = openEditor(place, text, {
      label: 'Text',
      readOnly: false,
      tabIndents: false,
      wrap: false,
      onChange: (changed) => said.push(changed),
      onSave: () => undefined,
    });
    return { said, type: (what) => editor?.insert(what) };
  }

  const texts = [
    '',
    'a',
    'a\n',
    'a\nb',
    'a\r\nb\r\n',
    'a\rb\r',
    'a\r\nb\nc\rd',
    '\uFEFFa\r\n\r\n',
    '\n\n',
    '\r',
  ];

  test.each(texts)('changes nothing of %j by showing it', (text) => {
    const { said } = open('other');
    editor?.show(text);
    expect(editor?.text()).toBe(text);
    expect(said).toEqual([]);
  });

  test.each(texts)('adds to %j only what is typed', (text) => {
    const { said, type } = open(text);
    type('x');
    expect(said).toEqual([`x${text}`]);
  });

  test('ends new lines as the others end', () => {
    const { said, type } = open('a\r\nb');
    type('1\n2\n');
    expect(said).toEqual(['1\r\n2\r\na\r\nb']);
  });
});
