import { CircleAlert, RotateCw } from 'lucide-react';
import { Problem } from '@/api/problem';
import { Button } from './button';

/** Says what went wrong and what to do about it. */
export function ProblemNote({ error, retry }: { error: unknown; retry?: () => void }) {
  const problem = error instanceof Problem ? error : null;
  const near = problem?.document.near ?? [];
  const violations = problem?.document.violations ?? [];
  return (
    <div role="alert" className="flex gap-3 rounded-lg border border-line bg-bad-soft p-4 text-sm text-ink">
      <CircleAlert aria-hidden size={18} className="mt-0.5 shrink-0 text-bad" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold break-words">{messageOf(error)}</p>
        {problem?.hint ? <p className="mt-1 break-words">{problem.hint}</p> : null}
        {near.length > 0 ? <p className="mt-1">Did you mean {near.join(', ')}?</p> : null}
        {violations.length > 0 ? (
          <ul className="mt-1 list-disc pl-5">
            {violations.map((violation) => (
              <li key={`${violation.path} ${violation.rule}`}>
                <code>{violation.path || 'arguments'}</code>: {violation.message}
              </li>
            ))}
          </ul>
        ) : null}
        {problem?.document.instance ? (
          <p className="mt-1 text-muted">
            The server’s log has the detail under <code>{problem.document.instance}</code>.
          </p>
        ) : null}
        {retry ? (
          <Button icon={RotateCw} className="mt-3" onClick={retry}>
            Try again
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** One line about an error, for people. */
export function messageOf(error: unknown): string {
  if (error instanceof Error && error.message) return error.message;
  return 'Something went wrong on this page.';
}
