import { describe, expect, test } from 'vitest';
import { readHead } from './file-bytes';
import { kindOfFile, mediaKindOf } from './file-kind';
import { readText, writeText } from './file-text';
import { hexLines } from './hex';
import { countLines } from './text-facts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('a file is what its name says, or text where its bytes can be', () => {
  expect(kindOfFile('a/b.MD', bytes('x'))).toBe('markdown');
  expect(kindOfFile('Makefile', bytes('x'))).toBe('text');
  expect(kindOfFile('.png', bytes('x'))).toBe('image');
  expect(kindOfFile('x.py', new Uint8Array([35, 0, 1]))).toBe('binary');
  expect(kindOfFile('x.html', new Uint8Array([60, 0]))).toBe('binary');
  expect(mediaKindOf('a.png/b')).toBeNull();
  expect(mediaKindOf('constructor')).toBeNull();
  expect(mediaKindOf('x.__proto__')).toBeNull();
  expect(mediaKindOf('x.toString')).toBeNull();
});

describe('text', () => {
  test('is written back to the very same bytes', () => {
    for (const content of ['', 'ä€😀', '\uFEFFa\r\n', 'a\n\n', '\u2028\0']) {
      const { text, faithful } = readText(bytes(content), true);
      expect(faithful).toBe(true);
      expect(writeText(text)).toEqual(bytes(content));
    }
  });

  test('that is not UTF-8 is never taken for the file', () => {
    for (const broken of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0x61, 0x80]]) {
      expect(readText(new Uint8Array(broken), true).faithful).toBe(false);
    }
  });

  test('may be cut inside of a character', () => {
    expect(readText(bytes('aä').subarray(0, 2), false)).toEqual({ text: 'a', faithful: false });
  });

  test('has lines as people count them', () => {
    expect(['', 'a', 'a\n', 'a\nb', '\n', 'a\r\nb\rc'].map(countLines)).toEqual([0, 1, 1, 2, 1, 3]);
  });
});

test('only the head of a long file is read', async () => {
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(1000));
    },
  });
  const head = await readHead(new Response(endless, { headers: { ETag: '"a"' } }), 2500);
  expect(head).toMatchObject({ etag: '"a"', size: 3000 });
  expect(head.bytes).toHaveLength(2500);
  expect(pulled).toBeLessThan(6);
});

test('bytes look as hexdump shows them', () => {
  expect(hexLines(bytes('0123456789abcdef<\0'))).toEqual([
    { offset: '00000000', hex: '30 31 32 33 34 35 36 37 38 39 61 62 63 64 65 66', text: '0123456789abcdef' },
    { offset: '00000010', hex: '3c 00', text: '<.' },
  ]);
});
