import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface Props {
  icon: LucideIcon;
  title: string;
  /** What would stand here, and how it comes here. */
  children: ReactNode;
  action?: ReactNode;
}

/** An empty place that teaches what it is for. */
export function Empty({ icon: Icon, title, children, action }: Props) {
  return (
    <div className="pegs flex flex-col items-center gap-3 rounded-lg border border-dashed border-line px-6 py-12 text-center">
      <span className="rounded-full border border-line bg-surface p-3 text-accent">
        <Icon aria-hidden size={22} />
      </span>
      <p className="bg-canvas px-2 font-semibold">{title}</p>
      <div className="max-w-prose bg-canvas px-2 text-sm text-muted">{children}</div>
      {action}
    </div>
  );
}
