import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { askAnew } from './ask-anew';

/** An answer that is shown, and counts how often it was asked for. Each asking waits until it is answered. */
function shown(client: QueryClient, queryKey: readonly unknown[], staleTime = 30_000) {
  const answers: ((text: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const observer = new QueryObserver(client, { queryKey, queryFn, staleTime });
  observer.subscribe(() => undefined);
  return { answers, text: () => observer.getCurrentResult().data };
}

test('an answer on its way when the event comes is asked for once more', async () => {
  const client = new QueryClient();
  const { answers, text } = shown(client, ['calls', 'list']);
  askAnew(client, ['calls']);
  expect(answers).toHaveLength(1);
  answers[0]?.('from before');
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[1]?.('from after');
  await vi.waitFor(() => expect(text()).toBe('from after'));
});

test('what is there is asked for at once, and what lasts is not', async () => {
  const client = new QueryClient();
  client.setQueryData(['calls'], 'old');
  client.setQueryData(['timeline'], 'old');
  const list = shown(client, ['calls']);
  const timeline = shown(client, ['timeline'], Number.POSITIVE_INFINITY);
  askAnew(client, []);
  expect([list.answers.length, timeline.answers.length]).toEqual([1, 0]);
});
