import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Sentence } from './sentence';

const html = (text: string) => render(<Sentence text={text} />).container;

test('what stands in backquotes is set off, and never becomes markup', () => {
  const shown = html('Starts `<b>npx</b> -y` when it is needed.');
  expect(shown.querySelector('code')?.textContent).toBe('<b>npx</b> -y');
  expect(shown.querySelector('b')).toBeNull();
  expect(shown.textContent).toBe('Starts <b>npx</b> -y when it is needed.');
});

test('a backquote without its partner stays', () => {
  expect(html('odd ` one').textContent).toBe('odd ` one');
});
