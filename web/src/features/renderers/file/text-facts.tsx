import { bytes } from '@/components/moment';
import { lineEndingName, lineEndingOf } from '../code/line-endings';

/** How long a text is and how its lines end. */
export function TextFacts({ text }: { text: string }) {
  const lines = countLines(text);
  return (
    <>
      {lines} {lines === 1 ? 'line' : 'lines'} · {bytes(new TextEncoder().encode(text).length)} ·{' '}
      {lineEndingName(lineEndingOf(text))}
    </>
  );
}

/** Lines as people count them: a line ending at the end begins no further one. */
export function countLines(text: string): number {
  if (text === '') return 0;
  const endings = text.match(/\r\n|\n|\r/g)?.length ?? 0;
  return /[\r\n]$/.test(text) ? endings : endings + 1;
}
