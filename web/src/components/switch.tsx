import { classNames } from './class-names';

interface Props {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  /** What is switched. */
  label: string;
  disabled?: boolean;
  /** Why it cannot be switched, or what it does. */
  title?: string | undefined;
}

// A button of the browser's own: a switch stands on the first page that is loaded, and needs nothing more.
export function Switch({ checked, onCheckedChange, label, disabled = false, title = label }: Props) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      title={title}
      disabled={disabled}
      onClick={() => onCheckedChange(!checked)}
      className={classNames(
        'relative h-6 w-10 shrink-0 rounded-full border transition-colors disabled:cursor-not-allowed disabled:opacity-60',
        checked ? 'border-accent bg-accent' : 'border-strong-line bg-sunken',
      )}
    >
      <span
        aria-hidden
        className={classNames(
          'block size-4 rounded-full transition-transform',
          checked ? 'translate-x-5 bg-accent-ink' : 'translate-x-1 bg-strong-line',
        )}
      />
    </button>
  );
}
