import { Children, type ReactNode } from 'react';
import { classNames } from '@/components/class-names';

/** One or two parts; two stand beside each other where there is room. */
export function SideBySide({ children }: { children: ReactNode }) {
  const two = Children.toArray(children).length > 1;
  return (
    <div className={classNames('min-w-0', two && 'grid gap-3 lg:grid-cols-2 [&>*]:min-w-0')}>{children}</div>
  );
}
