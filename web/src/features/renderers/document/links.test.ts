import { describe, expect, test } from 'vitest';
import { splitFrontMatter } from './front-matter';
import { linkTarget, pictureTarget } from './links';

describe('a link', () => {
  test('leads outside only by http, https and mailto', () => {
    for (const url of ['https://a.example/x?y#z', 'http://a.example/', 'mailto:a@b.example']) {
      expect(linkTarget(url, 'a.md')).toEqual({ kind: 'outside', url });
    }
    for (const url of [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      ' java\nscript:alert(1)',
      '\u0001javascript:alert(1)',
      'data:text/html,<script>1</script>',
      'vbscript:1',
      'file:///etc/passwd',
      'blob:http://a/1',
      '//evil.example/x',
      '\\\\evil.example',
      '/\\evil.example',
      'https://bank.example@evil.example/',
      'https:',
      'x'.repeat(10_000),
    ]) {
      expect(linkTarget(url, 'a.md'), url).toEqual({ kind: 'nowhere' });
    }
  });

  test('leads to a file beside the document, and never out of the workspace', () => {
    expect(linkTarget('b.md', 'docs/a.md')).toEqual({ kind: 'file', path: 'docs/b.md' });
    expect(linkTarget('../x%20y.md#part', 'docs/a.md')).toEqual({ kind: 'file', path: 'x y.md' });
    expect(linkTarget('/top.md?q', 'docs/a.md')).toEqual({ kind: 'file', path: 'top.md' });
    for (const address of ['../../x', '#part', '', '?q', '%00', '%', 'a\\b', '.', '..']) {
      expect(linkTarget(address, 'docs/a.md'), address).toEqual({ kind: 'nowhere' });
    }
  });
});

test('a picture comes from the workspace or from its own address', () => {
  expect(pictureTarget('a.png', 'd/a.md')).toEqual({ kind: 'file', path: 'd/a.png' });
  expect(pictureTarget('data:image/png;base64,AA', 'a.md').kind).toBe('data');
  expect(pictureTarget('data:text/html,x', 'a.md').kind).toBe('nowhere');
  expect(pictureTarget('data:image/pngx,x', 'a.md').kind).toBe('nowhere');
  expect(pictureTarget('https://track.example/x.png', 'a.md').kind).toBe('outside');
});

test('front matter stands apart from the document', () => {
  expect(splitFrontMatter('---\na: 1\n---\n# x')).toEqual({ frontMatter: 'a: 1', body: '# x' });
  expect(splitFrontMatter('\uFEFF---\r\na: 1\r\n---\r\nx')).toEqual({ frontMatter: 'a: 1', body: 'x' });
  expect(splitFrontMatter('---\n---\nx')).toEqual({ frontMatter: '', body: 'x' });
  expect(splitFrontMatter('---\na: 1\n---')).toEqual({ frontMatter: 'a: 1', body: '' });
  expect(splitFrontMatter('x\n---\na\n---\n').frontMatter).toBeNull();
  expect(splitFrontMatter('---\nnever closed').frontMatter).toBeNull();
});
