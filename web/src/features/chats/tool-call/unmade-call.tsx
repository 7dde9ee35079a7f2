import { ArgumentsView } from '@/features/calls';
import type { CallStanding } from './standing';

/** A call without a record: it is still being written, was not made, or Pegboard itself answered. */
export function UnmadeCall({ standing, input }: { standing: CallStanding; input: unknown }) {
  return (
    <div className="flex flex-col gap-2 text-sm">
      {standing.kind === 'refused' ? (
        <p className="break-words">
          <span className="font-medium text-bad">It was not made: </span>
          {standing.why}
        </p>
      ) : null}
      <Written input={input} />
      {standing.kind === 'answered' ? <Answer output={standing.output} /> : null}
    </div>
  );
}

function Answer({ output }: { output: unknown }) {
  if (typeof output !== 'object' || output === null) return null;
  return <ArgumentsView args={output} label="What Pegboard answered" />;
}

function Written({ input }: { input: unknown }) {
  if (typeof input === 'object' && input !== null) return <ArgumentsView args={input} label="Arguments" />;
  if (input === undefined || input === null) return <p className="text-muted">Without arguments.</p>;
  return (
    <pre className="rounded bg-sunken px-2 py-1 font-mono text-xs break-words whitespace-pre-wrap">
      {typeof input === 'string' ? input : JSON.stringify(input)}
    </pre>
  );
}
