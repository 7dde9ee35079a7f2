import type { ReactNode } from 'react';
import type { Schemas } from '@/api/client';
import { Card } from '@/components/card';

/** What a container tool's manifest says of how it runs. */
export type ContainerFacts = Schemas['Container'];

/** Engines count memory in these. */
const MIB = 1_048_576;

const networks: Record<string, string> = {
  bridge: 'reaches the network',
  none: 'reaches no network',
  host: 'shares the network of the server’s machine',
};
const workspaces: Record<string, string> = {
  none: 'does not see the workspace',
  ro: 'reads the workspace',
  rw: 'reads and writes the workspace; what it changes is a commit',
};
const triggers: Record<string, string> = {
  on_demand: 'when it is called',
  cron: 'on a schedule',
  webhook: 'when its webhook is called',
};

/** The manifest of a container tool in words: what a call may take, reach and leave behind. */
export function FactsCard({ container }: { container: ContainerFacts }) {
  const { version, trigger, sandbox, timeout_seconds, cost_budget, output } = container;
  return (
    <Card title="Manifest">
      <dl className="flex flex-col gap-3 text-sm">
        <Fact label="Version">{version}</Fact>
        <Fact label="Runs">
          {triggers[trigger.type] ?? trigger.type}
          {trigger.schedule ? (
            <>
              {' '}
              (
              <code className="text-xs">
                {trigger.schedule}
                {trigger.timezone ? ` ${trigger.timezone}` : ''}
              </code>
              )
            </>
          ) : null}
        </Fact>
        {trigger.prompt ? <Fact label="Prompt">{trigger.prompt}</Fact> : null}
        <Fact label="Time limit">{timeout_seconds} s</Fact>
        {sandbox.warm ? <Fact label="Containers">one is started ahead of each call</Fact> : null}
        <Fact label="Memory">{Math.round(sandbox.memory_bytes / MIB).toLocaleString('en')} MiB</Fact>
        <Fact label="Network">{networks[sandbox.network] ?? sandbox.network}</Fact>
        <Fact label="Files">
          {sandbox.writable ? 'may write to /tmp' : 'writes nowhere in its container'};{' '}
          {workspaces[sandbox.workspace] ?? sandbox.workspace}
        </Fact>
        <Fact label="Always">64 processes at most, no capabilities, no new privileges</Fact>
        {cost_budget == null ? null : <Fact label="Budget">{cost_budget.toLocaleString('en')}</Fact>}
        <Fact label="Its output">{outputOf(output)}</Fact>
      </dl>
    </Card>
  );
}

function outputOf({ synthesize, ephemeral, card }: ContainerFacts['output']): string {
  const parts = [
    synthesize ? 'its text is put into the model’s words' : 'its text is not shown by itself',
    card ? 'shown as a card' : '',
    ephemeral ? 'left out of later turns' : '',
  ];
  return parts.filter(Boolean).join('; ');
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}
