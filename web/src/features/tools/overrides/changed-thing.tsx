import { RotateCcw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '@/components/badge';
import { Button } from '@/components/button';

interface Props {
  title: string;
  /** What holds without the user's change, and who says so. */
  otherwise: ReactNode;
  changed: boolean;
  onReset: () => void;
  children: ReactNode;
}

/** One thing that can be changed about a tool: what it is otherwise, what it is made, and the way back. */
export function ChangedThing({ title, otherwise, changed, onReset, children }: Props) {
  return (
    <div className="grid gap-x-6 gap-y-2 border-b border-line py-4 first:pt-0 last:border-0 last:pb-0 md:grid-cols-[14rem_1fr]">
      <div className="flex flex-wrap items-start justify-between gap-2 md:flex-col md:justify-start">
        <h3 className="flex items-center gap-2 text-sm font-semibold">
          {title}
          {changed ? <Badge tone="accent">changed</Badge> : null}
        </h3>
        <div className="min-w-0 text-xs break-words text-muted">{otherwise}</div>
        {changed ? (
          <Button look="quiet" icon={RotateCcw} className="-ml-3 min-h-8" onClick={onReset}>
            Reset<span className="sr-only"> {title}</span>
          </Button>
        ) : null}
      </div>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
