import { useState } from 'react';
import { type CallsSearch, type Range, ranges } from '@/app/search';
import { Input, Select } from '@/components/field';
import { fromLocal, toLocal } from './local-time';

interface Props {
  search: CallsSearch;
  onChange: (search: CallsSearch) => void;
}

const words: Record<Range, string> = {
  '1h': 'Last hour',
  '6h': 'Last 6 hours',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
};

/** Any time, a range that ends now, or two moments. */
export function RangeFilter({ search, onChange }: Props) {
  const { range, since, until, ...rest } = search;
  const [open, setOpen] = useState(false);
  const fixed = open || since !== undefined || until !== undefined;
  const choose = (value: string) => {
    setOpen(value === 'fixed');
    const chosen = ranges.find((one) => one === value);
    onChange(chosen ? { ...rest, range: chosen } : rest);
  };
  const set = (key: 'since' | 'until') => (local: string) => {
    const { [key]: _, ...others } = { ...rest, ...(since ? { since } : {}), ...(until ? { until } : {}) };
    const moment = fromLocal(local);
    onChange(moment ? { ...others, [key]: moment } : others);
  };
  return (
    <>
      <Select
        aria-label="Time"
        value={range ?? (fixed ? 'fixed' : '')}
        onChange={(event) => choose(event.target.value)}
        className="lg:!w-auto"
      >
        <option value="">Any time</option>
        {ranges.map((one) => (
          <option key={one} value={one}>
            {words[one]}
          </option>
        ))}
        <option value="fixed">Between two moments…</option>
      </Select>
      {fixed && !range ? (
        <span className="col-span-2 flex flex-wrap items-center gap-2">
          <MomentInput label="From" value={since} onChange={set('since')} />
          <MomentInput label="Until" value={until} onChange={set('until')} />
        </span>
      ) : null}
    </>
  );
}

interface MomentProps {
  label: string;
  value: string | undefined;
  onChange: (local: string) => void;
}

function MomentInput({ label, value, onChange }: MomentProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input inside is ours
    <label className="flex items-center gap-2 text-sm text-muted">
      {label}
      <Input
        type="datetime-local"
        className="!w-auto"
        value={value ? toLocal(value) : ''}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
