import { Command } from 'cmdk';
import { useState } from 'react';
import type { Schemas } from '@/api/client';
import { ProviderIcon } from '@/components/provider-icon';
import { useToolGroups } from '../queries';
import { addedByMeaning, foundTools, OFFERED, OFFERED_BESIDE, OTHERS } from './found';
import { SearchNote } from './search-note';
import { type FoundByMeaning, useMeaning } from './use-meaning';

/** The tools to choose from: those of a name first, then those that do what was written. */
export function Choices({ label, onChoose }: { label: string; onChoose: (id: string) => void }) {
  const { data: groups = [] } = useToolGroups();
  const [search, setSearch] = useState('');
  const byName = foundTools(groups, search);
  const { found, error, going } = useMeaning(search);
  const { fitting, others } = addedByMeaning(byName, found?.results ?? []);
  const shown = byName.slice(0, found ? OFFERED_BESIDE : OFFERED);
  const choice = (tool: Choice) => <ToolChoice key={tool.id} tool={tool} onChoose={onChoose} />;
  return (
    <Command shouldFilter={false} label={label}>
      <Command.Input
        value={search}
        onValueChange={setSearch}
        placeholder="A name, or what it is to do"
        className="w-full border-b border-line bg-transparent px-3 py-2 text-sm outline-none placeholder:text-muted"
      />
      <Command.List label="Tools" className="max-h-72 overflow-y-auto p-1.5">
        {going ? null : (
          <Command.Empty className="px-3 py-4 text-sm text-muted">
            No tool is called that{found ? ', and none does anything like it' : ''}.
          </Command.Empty>
        )}
        {shown.map(choice)}
        {fitting.length > 0 ? (
          <Command.Group heading="Does that, by its description" className={groupLook}>
            {fitting.map((one) => choice(withProvider(groups, one)))}
          </Command.Group>
        ) : null}
        {others.length > 0 ? (
          <Command.Group heading="Hardly fits" className={groupLook}>
            {others.slice(0, OTHERS).map((one) => choice(withProvider(groups, one)))}
          </Command.Group>
        ) : null}
      </Command.List>
      <SearchNote more={byName.length - shown.length} found={found} going={going} error={error} />
    </Command>
  );
}

const groupLook =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-muted';

/** What a line of the list shows of a tool. */
interface Choice {
  id: string;
  name: string;
  provider: string;
}

function withProvider(groups: readonly Schemas['ToolGroup'][], { tool_id, name }: FoundByMeaning): Choice {
  const known = groups.flatMap(({ tools }) => tools).find(({ id }) => id === tool_id);
  return { id: tool_id, name, provider: known?.provider ?? '' };
}

function ToolChoice({ tool, onChoose }: { tool: Choice; onChoose: (id: string) => void }) {
  return (
    <Command.Item
      value={tool.id}
      onSelect={() => onChoose(tool.id)}
      className="flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm data-[selected=true]:bg-accent-soft"
    >
      <ProviderIcon provider={tool.provider} />
      <span className="min-w-0 flex-1">
        <span className="block truncate">{tool.name}</span>
        <code className="block truncate text-xs text-muted">{tool.id}</code>
      </span>
    </Command.Item>
  );
}
