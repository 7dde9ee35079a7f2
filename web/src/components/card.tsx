import type { ReactNode } from 'react';
import { classNames } from './class-names';

interface Props {
  title?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A framed part of a page, with a heading where it has a title. */
export function Card({ title, actions, className, children }: Props) {
  return (
    <section className={classNames('rounded-lg border border-line bg-surface', className)}>
      {title || actions ? (
        <header className="flex min-h-11 flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-1">
          <h2 className="text-sm font-semibold">{title}</h2>
          {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
        </header>
      ) : null}
      <div className="p-4">{children}</div>
    </section>
  );
}
