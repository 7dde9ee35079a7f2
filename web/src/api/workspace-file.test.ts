import { expect, test } from 'vitest';
import { fileAddress } from './workspace-file';

test('every part of a path is encoded, the slashes between them are not', () => {
  const address = fileAddress('c', 'a b/ü?#.txt', 'm');
  expect(address).toBe('/chats/c/workspace/files/a%20b/%C3%BC%3F%23.txt?manifest_id=m');
});
