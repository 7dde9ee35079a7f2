import { type FormEvent, useState } from 'react';
import { refusal, useAllowed } from '@/app/session';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { Field, Input } from '@/components/field';
import { tell } from '@/components/notices';
import { ProblemNote } from '@/components/problem-note';
import { Skeleton } from '@/components/skeleton';
import { daysOf } from './days';
import { type Retention, useKeepRetention, useRetention } from './retention-queries';

/** For how long the record is kept. */
export function RetentionCard() {
  const { data, error, refetch } = useRetention();
  return (
    <Card title="Record of calls">
      {error && !data ? <ProblemNote error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton className="h-24 w-full" /> : null}
      {data ? <RetentionForm key={JSON.stringify(data)} kept={data} /> : null}
    </Card>
  );
}

function RetentionForm({ kept }: { kept: Retention }) {
  const [calls, setCalls] = useState(`${kept.calls_days ?? ''}`);
  const [outcomes, setOutcomes] = useState(`${kept.outcomes_days ?? ''}`);
  const keep = useKeepRetention();
  const refused = useAllowed('admin') === 'refused';
  const wanted = { calls_days: daysOf(calls), outcomes_days: daysOf(outcomes) };
  const fault = Object.values(wanted).includes('fault');
  const changed =
    wanted.calls_days !== (kept.calls_days ?? null) || wanted.outcomes_days !== (kept.outcomes_days ?? null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fault) return;
    keep.mutate(wanted as Retention, { onSuccess: () => tell('The new times are kept.') });
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4 text-sm">
      <p className="max-w-prose text-muted">
        Without a number of days everything is kept. What is older is removed for good, but for calls that
        left a state of a workspace: those stay with it.
      </p>
      <div className="flex flex-wrap gap-4">
        <Days
          label="Days that calls are kept"
          about="With their arguments, results and logs; from when they ended."
          value={calls}
          disabled={refused}
          onChange={setCalls}
        />
        <Days
          label="Days that outcomes are kept"
          about="Success, time and reward of each call: what the numbers are counted from."
          value={outcomes}
          disabled={refused}
          onChange={setOutcomes}
        />
      </div>
      {keep.error ? <ProblemNote error={keep.error} /> : null}
      <Button
        type="submit"
        className="self-start"
        busy={keep.isPending}
        disabled={refused || fault || !changed}
        title={refused ? refusal('admin') : undefined}
      >
        Save
      </Button>
    </form>
  );
}

interface DaysProps {
  label: string;
  about: string;
  value: string;
  disabled: boolean;
  onChange: (value: string) => void;
}

function Days({ label, about, value, disabled, onChange }: DaysProps) {
  const error = daysOf(value) === 'fault' ? 'A whole number from 1 on, or nothing.' : undefined;
  return (
    <div className="min-w-0 flex-1 basis-60">
      <Field label={label} about={about} error={error}>
        {(parts) => (
          <Input
            {...parts}
            inputMode="numeric"
            placeholder="for good"
            className="max-w-40"
            disabled={disabled}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
    </div>
  );
}
