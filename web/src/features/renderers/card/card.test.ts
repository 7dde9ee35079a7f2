import { describe, expect, test } from 'vitest';
import { cardDocument } from './card-document';
import { css, luminance, paperOf, readColour } from './colour';

describe('a colour of a card', () => {
  test('is read in the spellings of style sheets', () => {
    const seen = (text: string) => {
      const colour = readColour(text);
      return colour && css(colour);
    };
    expect(seen('#4a90d4')).toBe('rgb(74 144 212 / 1)');
    expect(seen('#FFF8')).toBe(`rgb(255 255 255 / ${136 / 255})`);
    expect(seen('rgba(74, 144, 212, 0.10)')).toBe('rgb(74 144 212 / 0.1)');
    expect(seen('rgb(100% 0% 0% / 50%)')).toBe('rgb(255 0 0 / 0.5)');
    expect(seen('hsl(120, 100%, 25%)')).toBe('rgb(0 128 0 / 1)');
    expect(seen(' rgb(300 -5 0) ')).toBe('rgb(255 0 0 / 1)');
  });

  test('is nothing else that a style sheet would take', () => {
    for (const text of [
      'red;position:fixed',
      'url(https://a.example/x)',
      'var(--ink)',
      'expression(1)',
      'rgb(1,2)',
      'rgb(1 2 3 4 5)',
      'rgb(1.2.3 0 0)',
      '#12',
      '#12345',
      '#4a90d4</style>',
      'x'.repeat(100),
      null,
      3,
    ]) {
      expect(readColour(text), String(text)).toBeNull();
    }
  });

  test('is written on with an ink that can be read on it', () => {
    for (const text of [
      '#000',
      '#111',
      '#fff',
      '#777',
      '#767676',
      '#4a90d4',
      'rgba(108, 99, 255, 0.10)',
      '#ff0',
      '#00f',
    ]) {
      const { ground, ink } = paperOf(readColour(text));
      const [dark, bright] = [ground, ink]
        .map((one) => luminance(readColour(one) ?? never(one)))
        .sort((a, b) => a - b);
      expect(((bright ?? 0) + 0.05) / ((dark ?? 0) + 0.05), text).toBeGreaterThan(4.5);
    }
  });
});

function never(text: string): never {
  throw new Error(`${text} is no colour`);
}

test('a card’s document begins with a policy that lets nothing in', () => {
  const text = cardDocument('<b>21°</b><script>alert(1)</script>', null);
  const policy = text.indexOf(`content="default-src 'none'`);
  expect(policy).toBeGreaterThan(0);
  expect(policy).toBeLessThan(text.indexOf('<b>21°</b>'));
});
