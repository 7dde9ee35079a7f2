import { messageOf } from './problem-note';

/** One notice on its way over the page. */
export interface Notice {
  id: number;
  tone: 'good' | 'bad';
  text: string;
  action: { label: string; run: () => void } | undefined;
}

let notices: readonly Notice[] = [];
let next = 1;
const listeners = new Set<() => void>();

function change(to: readonly Notice[]): void {
  notices = to;
  for (const listener of listeners) listener();
}

/** Says that something was done, with a way back where there is one. */
export function tell(text: string, action?: Notice['action']): void {
  change([...notices, { id: next++, tone: 'good', text, action }]);
}

/** Says that something did not work. For what a person just did and that has no place of its own on the page. */
export function tellProblem(error: unknown): void {
  change([...notices, { id: next++, tone: 'bad', text: messageOf(error), action: undefined }]);
}

/** Takes a notice away. */
export function dismiss(id: number): void {
  change(notices.filter((notice) => notice.id !== id));
}

/** What is to be shown, oldest first. */
export function currentNotices(): readonly Notice[] {
  return notices;
}

/** For `useSyncExternalStore`. */
export function onNotice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
