import { Switch as Radix } from 'radix-ui';

interface Props {
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
  /** What is switched. */
  label: string;
  disabled?: boolean;
}

export function Switch({ checked, onCheckedChange, label, disabled = false }: Props) {
  return (
    <Radix.Root
      checked={checked}
      onCheckedChange={onCheckedChange}
      disabled={disabled}
      aria-label={label}
      title={label}
      className="relative h-6 w-10 shrink-0 rounded-full border border-strong-line bg-sunken transition-colors disabled:opacity-60 data-[state=checked]:border-accent data-[state=checked]:bg-accent"
    >
      <Radix.Thumb className="block size-4 translate-x-1 rounded-full bg-strong-line transition-transform data-[state=checked]:translate-x-5 data-[state=checked]:bg-accent-ink" />
    </Radix.Root>
  );
}
