import type { ReactNode } from 'react';
import { classNames } from './class-names';

interface Props {
  /** What scrolls in it, for screen readers. */
  label: string;
  className?: string;
  children: ReactNode;
}

/** A part with more in it than room. It takes the focus, so that a keyboard can scroll it. */
export function Scroll({ label, className, children }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and a region is a place to go to
    <div
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what only scrolls is reached by no other key
      tabIndex={0}
      className={classNames('overflow-auto', className)}
    >
      {children}
    </div>
  );
}
