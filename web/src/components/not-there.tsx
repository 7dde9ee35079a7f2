import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Problem } from '@/api/problem';
import { Empty } from './empty';
import { ProblemNote } from './problem-note';

interface Props {
  error: unknown;
  /** What the address names, such as `call`. */
  what: string;
  retry: () => void;
  /** Where the others are. */
  children: ReactNode;
}

/** Stands in place of what an address names: there is none, or it cannot be read now. */
export function NotThere({ error, what, retry, children }: Props) {
  if (!isMissing(error)) return <ProblemNote error={error} retry={retry} />;
  return (
    <Empty icon={SearchX} title={`No ${what} has this id`}>
      {children}
    </Empty>
  );
}

/** Whether trying again is in vain: nothing has this id, or it cannot be one. */
export function isMissing(error: unknown): boolean {
  return error instanceof Problem && (error.status === 404 || error.status === 400);
}
