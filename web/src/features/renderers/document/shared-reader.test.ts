import { expect, test } from 'vitest';
import type { Reader } from './markdown-reader';
import { SharedReader } from './shared-reader';

/** A worker that answers when it is told to, with a tree that says which text it was. */
function slow() {
  const asked: string[] = [];
  const worker: Reader = {
    onmessage: null,
    onerror: null,
    terminate: () => undefined,
    postMessage: ({ text }: { text: string }) => asked.push(text),
  };
  const answer = () => {
    const tree = { type: 'root', children: [{ type: 'text', value: asked.at(-1) ?? '' }] };
    worker.onmessage?.call(worker as Worker, { data: { tree } } as MessageEvent);
  };
  return { asked, worker, answer };
}

test('places take turns, and of one place only the latest text is read', () => {
  const { asked, worker, answer } = slow();
  const shared = new SharedReader(() => worker);
  const heard: string[] = [];
  const one = () => heard.push('one');
  const two = () => heard.push('two');
  shared.read('a', one);
  shared.read('b', two);
  shared.read('b, longer', two);
  answer();
  answer();
  expect(asked).toEqual(['a', 'b, longer']);
  expect(heard).toEqual(['one', 'two']);
  expect(shared.known('a')).toBeDefined();
  expect(shared.known('b')).toBeUndefined();
});

test('a place that is left hears nothing more, and the others go on', () => {
  const { worker, answer } = slow();
  const shared = new SharedReader(() => worker);
  const heard: string[] = [];
  const gone = () => heard.push('gone');
  shared.read('a', gone);
  shared.read('b', () => heard.push('there'));
  shared.leave(gone);
  answer();
  answer();
  expect(heard).toEqual(['there']);
});
