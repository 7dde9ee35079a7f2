import type { ReactNode } from 'react';

/** Labelled values, one below the other. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="flex flex-col gap-3 text-sm">{children}</dl>;
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="mt-0.5 break-words">{children}</dd>
    </div>
  );
}
