import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { IconButton } from './button';
import { classNames } from './class-names';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  about?: ReactNode;
  /** Buttons at the bottom, the one that goes on last. */
  footer?: ReactNode;
  wide?: boolean;
  children: ReactNode;
}

/** A window above the page; on a phone it fills the screen from below. */
export function Dialog({ open, onOpenChange, title, about, footer, wide = false, children }: Props) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/50" />
        <Radix.Content
          {...(about ? {} : { 'aria-describedby': undefined })}
          className={classNames(
            'fixed z-50 flex max-h-[90dvh] w-full flex-col border border-line bg-surface text-ink shadow-xl outline-none',
            'bottom-0 left-0 rounded-t-xl sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-xl',
            wide ? 'sm:max-w-3xl' : 'sm:max-w-lg',
          )}
        >
          <header className="flex items-start justify-between gap-4 px-5 pt-4">
            <div className="min-w-0">
              <Radix.Title className="text-base font-semibold break-words">{title}</Radix.Title>
              {about ? (
                <Radix.Description className="mt-1 text-sm text-muted">{about}</Radix.Description>
              ) : null}
            </div>
            <Radix.Close asChild>
              <IconButton icon={X} label="Close" />
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
          {footer ? (
            <footer className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">
              {footer}
            </footer>
          ) : null}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
