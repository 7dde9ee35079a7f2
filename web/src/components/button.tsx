import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names';

type Look = 'primary' | 'plain' | 'quiet' | 'danger';

const looks: Record<Look, string> = {
  primary: 'bg-accent text-accent-ink hover:opacity-90 border-transparent',
  plain: 'bg-surface text-ink border-line hover:bg-sunken',
  quiet: 'bg-transparent text-ink border-transparent hover:bg-sunken',
  danger: 'bg-surface text-bad border-line hover:bg-bad-soft',
};

interface Props extends ComponentProps<'button'> {
  look?: Look;
  icon?: LucideIcon;
  /** While the work goes on: the button stays where it is and cannot be pressed again. */
  busy?: boolean;
}

export function Button({ look = 'plain', icon: Icon, busy = false, className, children, ...rest }: Props) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || busy}
      aria-busy={busy || undefined}
      className={classNames(
        'inline-flex min-h-9 items-center justify-center gap-2 rounded-md border px-3 text-sm font-medium transition-colors',
        'disabled:cursor-not-allowed disabled:opacity-60',
        looks[look],
        className,
      )}
    >
      {Icon ? <Icon aria-hidden size={16} className={busy ? 'animate-pulse' : undefined} /> : null}
      {children}
    </button>
  );
}

interface IconProps extends Omit<ComponentProps<'button'>, 'children' | 'aria-label'> {
  icon: LucideIcon;
  /** What the button does: read aloud and shown on hover. */
  label: string;
}

export function IconButton({ icon: Icon, label, className, ...rest }: IconProps) {
  return (
    <button
      type="button"
      title={label}
      aria-label={label}
      {...rest}
      className={classNames(
        'inline-flex size-9 items-center justify-center rounded-md text-muted transition-colors hover:bg-sunken hover:text-ink disabled:opacity-50',
        className,
      )}
    >
      <Icon aria-hidden size={17} />
    </button>
  );
}
