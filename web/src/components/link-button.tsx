import { createLink } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from './class-names';

interface Props extends ComponentProps<'a'> {
  look?: 'primary' | 'plain';
  icon?: LucideIcon;
}

const looks = {
  primary: 'bg-accent text-accent-ink border-transparent hover:opacity-90',
  plain: 'bg-surface text-ink border-line hover:bg-sunken',
};

function LookedLink({ look = 'plain', icon: Icon, className, children, ...rest }: Props) {
  return (
    <a
      {...rest}
      className={classNames(
        'inline-flex min-h-9 items-center justify-center gap-2 rounded-md border px-3 text-sm font-medium transition-colors',
        looks[look],
        className,
      )}
    >
      {Icon ? <Icon aria-hidden size={16} /> : null}
      {children}
    </a>
  );
}

/** A link that looks like a button, for actions that lead to another page. */
export const LinkButton = createLink(LookedLink);
