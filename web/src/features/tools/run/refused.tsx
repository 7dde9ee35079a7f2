import { CircleAlert } from 'lucide-react';
import { Problem } from '@/api/problem';
import { ProblemNote } from '@/components/problem-note';
import { shortMessage, type Violation } from '../form/violations';

interface Props {
  error: unknown;
  /** What is still wrong. */
  violations: readonly Violation[];
  onGo: (violation: Violation) => void;
}

/** Why a run did not begin. Of arguments, what is wrong with each, and the way to it. */
export function Refused({ error, violations, onGo }: Props) {
  if (!(error instanceof Problem) || error.kind !== 'invalid-arguments') return <ProblemNote error={error} />;
  if (violations.length === 0) {
    return (
      <p role="status" className="text-sm text-muted">
        What did not fit is changed. Run it again.
      </p>
    );
  }
  return (
    <div role="alert" className="flex gap-3 rounded-lg border border-line bg-bad-soft p-4 text-sm">
      <CircleAlert aria-hidden size={18} className="mt-0.5 shrink-0 text-bad" />
      <div className="min-w-0">
        <p className="font-semibold">
          Nothing ran: {violations.length === 1 ? 'one argument does' : `${violations.length} arguments do`}{' '}
          not fit.
        </p>
        <ul className="mt-1.5 flex flex-col gap-1">
          {violations.map((violation) => (
            <li key={`${violation.path} ${violation.rule} ${violation.message}`} className="break-words">
              <button
                type="button"
                className="font-mono text-[13px] underline"
                onClick={() => onGo(violation)}
              >
                {violation.path || 'arguments'}
              </button>
              : {shortMessage(violation)}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
