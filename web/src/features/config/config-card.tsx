import { type FormEvent, useState } from 'react';
import { refusal, useAllowed } from '@/app/session';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { LeaveGuard } from '@/components/leave-guard';
import { tell } from '@/components/notices';
import { ProblemNote } from '@/components/problem-note';
import { SkeletonRows } from '@/components/skeleton';
import { ConfigField } from './config-field';
import { ConfigMark } from './config-mark';
import { ConfigTest } from './config-test';
import { type ConfigDraft, changedValues } from './draft';
import { type Config, type Owner, useConfig, useConfigChanges } from './queries';

export interface ConfigCardProps {
  owner: Owner;
  /** What the settings are of, for sentences. */
  name: string;
}

/** The settings of a tool or a toolset: seen, changed, tried. */
export default function ConfigCard({ owner, name }: ConfigCardProps) {
  const { data, error, refetch } = useConfig(owner);
  return (
    <Card title="Settings" actions={<ConfigMark status={data?.status} />}>
      {error && !data ? <ProblemNote error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows count={2} /> : null}
      {data?.keys.length === 0 ? <p className="text-sm text-muted">It needs no settings.</p> : null}
      {data && data.keys.length > 0 ? <ConfigForm owner={owner} name={name} config={data} /> : null}
    </Card>
  );
}

function ConfigForm({ owner, name, config }: ConfigCardProps & { config: Config }) {
  const [draft, setDraft] = useState<ConfigDraft>({});
  const { keep, remove } = useConfigChanges(owner);
  const refused = useAllowed('admin') === 'refused';
  const changed = changedValues(draft, config.keys);
  const count = Object.keys(changed).length;
  const forget = (key: string) => setDraft(({ [key]: _, ...rest }) => rest);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (count === 0) return;
    keep.mutate(changed, {
      onSuccess: () => {
        setDraft({});
        tell(`The settings of ${name} are kept.`);
      },
    });
  };
  const takeAway = (key: string) =>
    remove.mutate(key, {
      onSuccess: () => {
        forget(key);
        tell(`${key} is no longer set.`);
      },
    });
  const problem = keep.error ?? remove.error;

  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <LeaveGuard active={count > 0} what={`the settings of ${name}`} keptBy="page" />
      <p className="max-w-prose text-sm text-muted">
        Kept encrypted. A secret can be replaced or removed, but is never shown again, and stands in no record
        of a call.
      </p>
      <ul aria-label="Settings" className="flex flex-col gap-5">
        {config.keys.map((one) => (
          <li key={one.key}>
            <ConfigField
              field={one}
              draft={draft}
              disabled={refused}
              busy={remove.isPending}
              onWrite={(value) => setDraft((before) => ({ ...before, [one.key]: value }))}
              onForget={() => forget(one.key)}
              onRemove={() => takeAway(one.key)}
            />
          </li>
        ))}
      </ul>
      {problem ? <ProblemNote error={problem} /> : null}
      <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
        <Button
          type="submit"
          look="primary"
          busy={keep.isPending}
          disabled={refused || count === 0}
          title={refused ? refusal('admin') : undefined}
        >
          Save
        </Button>
        <ConfigTest key={JSON.stringify(config)} owner={owner} unsaved={count > 0} />
      </div>
    </form>
  );
}
