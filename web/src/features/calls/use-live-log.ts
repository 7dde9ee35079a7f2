import { useState } from 'react';
import { useEvents } from '@/app/live';

/** Characters of a running tool's log that the page keeps: the end is what is read. */
const KEPT = 131_072;

/** What a running call prints, from the moment the component is shown. */
export function useLiveLog(callId: string): string {
  const [text, setText] = useState('');
  useEvents((event) => {
    if (event.type !== 'call_log' || event.call_id !== callId) return;
    setText((before) => appended(before, event.text));
  });
  return text;
}

/** Cut at the beginning of a line where the whole is too long. */
export function appended(before: string, more: string, kept = KEPT): string {
  const text = before + more;
  if (text.length <= kept) return text;
  const from = text.indexOf('\n', text.length - kept);
  return from < 0 || from === text.length - 1 ? text.slice(-kept) : text.slice(from + 1);
}
