import type { ReactNode } from 'react';
import { classNames } from '@/components/class-names';
import { Scroll } from '@/components/scroll';

interface Props {
  /** What is drawn on it. */
  label: string;
  full?: boolean;
  children: ReactNode;
}

/** The ground that shows where a picture has none of its own. `full` shows it in its own size. */
export function Checkered({ label, full = false, children }: Props) {
  return (
    <Scroll
      label={`Picture: ${label}`}
      className={classNames(
        'flex max-h-144 rounded-md border border-line p-4',
        'bg-[conic-gradient(var(--sunken)_25%,var(--surface)_0_50%,var(--sunken)_0_75%,var(--surface)_0)] bg-size-[16px_16px]',
        full ? '[&_img]:max-w-none' : '[&_img]:max-h-128 [&_img]:max-w-full [&_img]:object-contain',
        '[&_img]:m-auto',
      )}
    >
      {children}
    </Scroll>
  );
}
