import type { ReactNode } from 'react';

/** Which rule speaks before which. */
export function OrderNote() {
  return (
    <details className="rounded-lg border border-line bg-surface px-4 py-3 text-sm">
      <summary className="cursor-pointer font-semibold">Who is asked first</summary>
      <p className="mt-2 text-muted">
        First what forbids: the kill switch, whatever is switched off, and <code>blocked</code> by anyone.
        Then the first that speaks:
      </p>
      <ol className="mt-2 list-decimal pl-5 [&>li]:mt-1">
        <Step name="Your change of the tool">asks, or needs no confirmation</Step>
        <Step name="The tool itself">
          a wish in its code; for the built-in tools their rules and zones below
        </Step>
        <Step name="The worker that calls">for the tool, then for its toolset</Step>
        <Step name="These rules">for the tool, then for its toolset</Step>
        <Step name="The toolset’s bundle">where it is your own</Step>
        <Step name="Where the tool came from">
          built-in tools and your own run; what is from elsewhere asks
        </Step>
      </ol>
      <p className="mt-2 text-muted">
        What asks still runs without a person where one granted it in that chat, and for a caller that
        approves all. For a caller that nobody watches it is blocked.
      </p>
    </details>
  );
}

function Step({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li>
      {name}: <span className="text-muted">{children}</span>
    </li>
  );
}
