import type { Message } from '../queries';

/** What is recorded of a reply beside what it says. */
export type Facts = NonNullable<Message['reply']>;

/** The record of a reply; `null` where the message is none. */
export function factsOf(message: Message | undefined): Facts | null {
  return message?.reply ?? null;
}
