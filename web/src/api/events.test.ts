import { expect, test } from 'vitest';
import { readMessage } from './events';

test('a block of the stream gives its id and its data', () => {
  expect(readMessage('id: 7\nevent: call_started\ndata: {"type":"call_started"}')).toEqual({
    id: '7',
    data: '{"type":"call_started"}',
  });
});

test('a comment that keeps the connection is no message', () => {
  expect(readMessage(': still here')).toBeNull();
});
