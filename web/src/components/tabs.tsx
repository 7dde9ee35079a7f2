import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

export interface Tab {
  id: string;
  label: string;
  content: ReactNode;
}

interface Props {
  /** What the tabs are about, for screen readers. */
  label: string;
  tabs: Tab[];
  value?: string;
  onValueChange?: (id: string) => void;
}

export function Tabs({ label, tabs, value, onValueChange }: Props) {
  return (
    <Radix.Root
      defaultValue={tabs[0]?.id ?? ''}
      {...(value === undefined ? {} : { value })}
      {...(onValueChange ? { onValueChange } : {})}
    >
      <Radix.List aria-label={label} className="flex flex-wrap gap-1 border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.id}
            value={tab.id}
            className="-mb-px border-b-2 border-transparent px-3 py-2 text-sm text-muted hover:text-ink data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-ink"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.id} value={tab.id} className="pt-4">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
