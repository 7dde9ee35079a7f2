import type { Schemas } from '@/api/client';

type Counts = Schemas['ChangeCounts'];

const kinds = [
  { kind: 'added', sign: '+', look: 'text-good' },
  { kind: 'modified', sign: '~', look: 'text-warn' },
  { kind: 'removed', sign: '−', look: 'text-bad' },
] as const;

/** How many files a call changed; nothing where it changed none. */
export function ChangeCounts({ changes, className }: { changes: Counts; className: string }) {
  const shown = kinds.filter(({ kind }) => changes[kind] > 0);
  if (shown.length === 0) return null;
  const words = `files: ${shown.map(({ kind }) => `${changes[kind]} ${kind}`).join(', ')}`;
  return (
    <span role="img" aria-label={words} title={words} className={`gap-1.5 font-mono text-xs ${className}`}>
      {shown.map(({ kind, sign, look }) => (
        <span key={kind} className={look}>
          {sign}
          {changes[kind]}
        </span>
      ))}
    </span>
  );
}
