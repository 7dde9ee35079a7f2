import { useId } from 'react';
import { classNames } from '@/components/class-names';

interface Props {
  label: string;
  value: boolean | null;
  onChange: (value: boolean | null) => void;
  words: { unset: string; yes: string; no: string };
}

/** As it is, or always one way, or always the other. */
export function ThreeWay({ label, value, onChange, words }: Props) {
  const name = useId();
  const choices = [
    { value: null, word: words.unset },
    { value: true, word: words.yes },
    { value: false, word: words.no },
  ];
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => (
        <label
          key={String(choice.value)}
          className={classNames(
            'flex min-h-9 cursor-pointer items-center gap-2 rounded-md border px-3 text-sm has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-focus',
            value === choice.value ? 'border-accent bg-accent-soft' : 'border-line bg-surface',
          )}
        >
          <input
            type="radio"
            name={name}
            className="accent-accent"
            checked={value === choice.value}
            onChange={() => onChange(choice.value)}
          />
          {choice.word}
        </label>
      ))}
    </fieldset>
  );
}
