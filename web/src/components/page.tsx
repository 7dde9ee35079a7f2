import { type ReactNode, useEffect } from 'react';

interface Props {
  title: string;
  /** One sentence under the title, for whoever is here for the first time. */
  about?: ReactNode;
  /** Above the title: where this page hangs, as links. */
  trail?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of every page: its one `h1`, its actions, its width. */
export function Page({ title, about, trail, actions, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Pegboard`;
  }, [title]);
  return (
    <div className="mx-auto flex w-full max-w-6xl flex-col gap-5 px-4 py-6 sm:px-6">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          {trail ? <div className="mb-1 text-sm text-muted">{trail}</div> : null}
          <h1 className="text-xl font-semibold break-words">{title}</h1>
          {about ? <p className="mt-1 max-w-prose text-sm text-muted">{about}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap items-center gap-2">{actions}</div> : null}
      </header>
      {children}
    </div>
  );
}
