import { expect, test } from 'vitest';
import { pictureIn } from './picture';

const read = (bytes: string) => ({ path: 'a', bytes: bytes.length, base64: btoa(bytes) });

test('a file that is a picture is shown as one', () => {
  const png = read('\x89PNG\r\n\x1a\n and more of it');
  expect(pictureIn(png)?.blocks).toEqual([{ kind: 'image', data: png.base64, mediaType: 'image/png' }]);
  const kinds = ['\xff\xd8\xff\xe0', 'GIF89a', 'RIFF\0\n\0\0WEBPVP8 '].map(
    (bytes) => pictureIn(read(bytes))?.blocks[0],
  );
  expect(kinds).toMatchObject(['image/jpeg', 'image/gif', 'image/webp'].map((mediaType) => ({ mediaType })));
});

test('what is none is left to the raw result', () => {
  for (const none of [
    read('%PDF-1.7'),
    read(''),
    { base64: '$$$' },
    { base64: 7 },
    { text: 'a' },
    null,
    'a',
  ]) {
    expect(pictureIn(none)).toBeNull();
  }
});
