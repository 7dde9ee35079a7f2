import type { ReactNode } from 'react';
import { NotThere } from './not-there';
import { SkeletonRows } from './skeleton';

interface Props {
  /** Why it cannot be shown; `null` while it is on its way. */
  error: unknown;
  /** What the address names, such as `toolset`. */
  what: string;
  retry: () => void;
  /** Where the others are. */
  children: ReactNode;
}

/** Stands on a page until what its address names is there, and in its place when it never comes. */
export function Awaited({ error, ...rest }: Props) {
  return error ? <NotThere error={error} {...rest} /> : <SkeletonRows count={5} />;
}
