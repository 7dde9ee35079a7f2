const KEY = 'pegboard-draft:';

/** What was being written in a chat, in this tab. */
export function draftOf(chatId: string): string {
  try {
    return sessionStorage.getItem(KEY + chatId) ?? '';
  } catch {
    return '';
  }
}

export function keepDraft(chatId: string, text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(KEY + chatId);
    else sessionStorage.setItem(KEY + chatId, text);
  } catch {
    // Without storage a draft lasts as long as the page.
  }
}
