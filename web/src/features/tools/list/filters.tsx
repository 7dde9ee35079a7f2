import { Search } from 'lucide-react';
import type { RefObject } from 'react';
import { type ToolsSearch, toolProviders } from '@/app/search';
import { classNames } from '@/components/class-names';
import { inputLook } from '@/components/field';
import { ProviderIcon, providerLabel } from '@/components/provider-icon';
import type { Counts } from './rows';

interface Props {
  search: ToolsSearch;
  counts: Counts;
  /** How many tools are left. */
  shown: number;
  input: RefObject<HTMLInputElement | null>;
  onChange: (search: ToolsSearch) => void;
  /** Down from the search goes into the list. */
  onEnterList: () => void;
}

const kindWords = { builtin: 'Builtin', toolset: 'Toolset', mcp_server: 'MCP server' } as const;
const markWords = {
  renderer: 'With renderer',
  confirmation: 'Asks first',
  settings: 'Needs settings',
  disabled: 'Off',
  problem: 'Problem',
} as const;

/** The search and the filters above the list. */
export function Filters({ search, counts, shown, input, onChange, onEnterList }: Props) {
  const set = (change: { [K in keyof ToolsSearch]?: ToolsSearch[K] | undefined }) => {
    const next = Object.entries({ ...search, ...change }).filter(([, value]) => value);
    onChange(Object.fromEntries(next) as ToolsSearch);
  };
  const offered = toolProviders.filter((one) => counts.providers[one] > 0 || search.provider === one);
  return (
    <search className="flex flex-col gap-3">
      <div className="relative">
        <Search
          aria-hidden
          size={16}
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
        />
        <input
          ref={input}
          type="search"
          aria-label="Search tools"
          placeholder="Search by name, id or description"
          value={search.q ?? ''}
          onChange={(event) => set({ q: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            onEnterList();
          }}
          className={classNames(inputLook, 'pr-10 pl-9')}
        />
        <kbd className="pointer-events-none absolute top-1/2 right-3 hidden -translate-y-1/2 rounded border border-line bg-sunken px-1.5 text-xs text-muted sm:block">
          /
        </kbd>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Choices label="Where they come from">
          <Choice
            pressed={!search.kind && !search.source && !search.provider}
            onPress={() => set({ kind: undefined, source: undefined, provider: undefined })}
          >
            All <Count of={counts.all} />
          </Choice>
          {(Object.keys(kindWords) as (keyof typeof kindWords)[]).map((kind) => (
            <Choice
              key={kind}
              pressed={search.kind === kind}
              onPress={() => set({ kind: search.kind === kind ? undefined : kind, source: undefined })}
            >
              {kindWords[kind]} <Count of={counts.kinds[kind]} />
            </Choice>
          ))}
        </Choices>
        {offered.length > 1 || search.provider ? (
          <Choices label="What they are written for">
            {offered.map((provider) => (
              <Choice
                key={provider}
                pressed={search.provider === provider}
                onPress={() => set({ provider: search.provider === provider ? undefined : provider })}
              >
                <ProviderIcon provider={provider} size={13} />
                {providerLabel(provider)} <Count of={counts.providers[provider]} />
              </Choice>
            ))}
          </Choices>
        ) : null}
        <Choices label="Marks">
          {(Object.keys(markWords) as (keyof typeof markWords)[]).map((mark) => (
            <Choice
              key={mark}
              pressed={search.mark === mark}
              onPress={() => set({ mark: search.mark === mark ? undefined : mark })}
            >
              {markWords[mark]} <Count of={counts.marks[mark]} />
            </Choice>
          ))}
        </Choices>
        <p role="status" className="ml-auto text-xs text-muted">
          {shown === counts.all ? `${counts.all} tools` : `${shown} of ${counts.all} tools`}
        </p>
      </div>
    </search>
  );
}

function Choices({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs; these are buttons
    <div role="group" aria-label={label} className="flex flex-wrap gap-1.5">
      {children}
    </div>
  );
}

function Choice({
  pressed,
  onPress,
  children,
}: {
  pressed: boolean;
  onPress: () => void;
  children: React.ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={classNames(
        'inline-flex min-h-7 items-center gap-1.5 rounded-full border px-2.5 text-xs transition-colors',
        pressed
          ? 'border-accent bg-accent-soft font-medium text-ink'
          : 'border-line bg-surface text-muted hover:text-ink',
      )}
    >
      {children}
    </button>
  );
}

function Count({ of }: { of: number }) {
  return <span className="tabular-nums">{of}</span>;
}
