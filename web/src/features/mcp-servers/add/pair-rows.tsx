import { Plus, X } from 'lucide-react';
import { Button, IconButton } from '@/components/button';
import { Input } from '@/components/field';
import type { Pair } from './draft';

interface Props {
  /** What the pairs are, such as `Environment`. */
  label: string;
  /** What one of them is, such as `variable`. */
  one: string;
  about: string;
  pairs: Pair[];
  onChange: (pairs: Pair[]) => void;
}

/** Names with values, a row each. */
export function PairRows({ label, one, about, pairs, onChange }: Props) {
  const set = (at: number, to: Partial<Pair>) =>
    onChange(pairs.map((pair, index) => (index === at ? { ...pair, ...to } : pair)));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="text-sm font-medium">{label}</legend>
      <p className="text-xs text-muted">{about}</p>
      {pairs.map((pair, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is the place that one types in, whatever stands there
        <div key={at} className="flex items-center gap-1.5">
          <Input
            aria-label={`Name of the ${one} ${at + 1}`}
            className="font-mono"
            placeholder="NAME"
            spellCheck={false}
            value={pair.name}
            onChange={(event) => set(at, { name: event.target.value })}
          />
          <Input
            aria-label={`Value of the ${one} ${at + 1}`}
            className="font-mono"
            autoComplete="off"
            placeholder="value"
            spellCheck={false}
            value={pair.value}
            onChange={(event) => set(at, { value: event.target.value })}
          />
          <IconButton
            icon={X}
            label={`Remove the ${one} ${at + 1}`}
            onClick={() => onChange(pairs.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Button
        look="quiet"
        icon={Plus}
        className="self-start"
        onClick={() => onChange([...pairs, { name: '', value: '' }])}
      >
        Add a {one}
      </Button>
    </fieldset>
  );
}
