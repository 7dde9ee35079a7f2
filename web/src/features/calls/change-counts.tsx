import type { Schemas } from '@/api/client';

type Counts = Schemas['ChangeCounts'];

const kinds = [
  { kind: 'added', sign: '+', look: 'text-good' },
  { kind: 'modified', sign: '~', look: 'text-warn' },
  { kind: 'removed', sign: '−', look: 'text-bad' },
] as const;

/** How many files a call changed; nothing where it changed none. */
export function ChangeCounts({ changes }: { changes: Counts }) {
  const shown = kinds.filter(({ kind }) => changes[kind] > 0);
  if (shown.length === 0) return null;
  const words = shown.map(({ kind }) => `${changes[kind]} ${kind}`).join(', ');
  return (
    <span className="inline-flex gap-1.5 font-mono text-xs" title={`Files: ${words}`}>
      <span className="sr-only">files: {words}</span>
      {shown.map(({ kind, sign, look }) => (
        <span key={kind} aria-hidden className={look}>
          {sign}
          {changes[kind]}
        </span>
      ))}
    </span>
  );
}
