import type { CallSummary } from '../queries';
import type { Conversation } from './use-conversation';

/** What every message of a conversation is shown with. */
export interface MessageContext {
  chatId: string;
  conversation: Conversation;
  /** The calls of the chat by their ids, as far as they are here. */
  calls: ReadonlyMap<string, CallSummary>;
  /** Those that calls made, by the call that made them, oldest first. */
  below: ReadonlyMap<string, CallSummary[]>;
  /** Whether results are shown at once. */
  detailed: boolean;
  /** Whether something can be said or written anew: by whoever is here, and now. */
  free: boolean;
  /** Whether the chat can go to another branch now. */
  movable: boolean;
  /** Whether whoever is here may change the tree at all. */
  may: boolean;
  /** Goes to another branch. */
  onGoTo: (message: string) => void;
  /** Makes a chat of the branch that ends here. */
  onFork: (message: string) => void;
  /** Asks whether a message with all below it is to go. */
  onDelete: (message: string) => void;
}
