import { type ComponentProps, type ReactNode, useId } from 'react';
import { classNames } from './class-names';

export const inputLook =
  'w-full rounded-md border border-strong-line bg-surface px-3 py-1.5 text-sm text-ink placeholder:text-muted min-h-9';

interface Parts {
  id: string;
  'aria-describedby'?: string;
  'aria-invalid'?: true;
}

interface Props {
  label: string;
  about?: ReactNode;
  error?: string | undefined;
  children: (parts: Parts) => ReactNode;
}

/** A labelled input with its explanation and its error, tied together for screen readers. */
export function Field({ label, about, error, children }: Props) {
  const id = useId();
  const note = `${id}-note`;
  return (
    <div className="flex flex-col gap-1">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({
        id,
        ...(about || error ? { 'aria-describedby': note } : {}),
        ...(error ? { 'aria-invalid': true as const } : {}),
      })}
      {about || error ? (
        <p id={note} className={classNames('text-xs', error ? 'text-bad' : 'text-muted')}>
          {error ?? about}
        </p>
      ) : null}
    </div>
  );
}

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={classNames(inputLook, className)} />;
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} className={classNames(inputLook, 'font-mono', className)} />;
}

/** A native choice: it works with every keyboard and on every phone. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...rest} className={classNames(inputLook, 'pr-8', className)} />;
}
