import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Command } from 'cmdk';
import { Boxes, FileUp, Moon, Power, PowerOff, Sun, Wrench } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { api, got } from '@/api/client';
import { keys } from '@/api/keys';
import { useKillSwitch } from './kill-switch';
import { destinations } from './navigation';
import { PaletteChats } from './palette-chats';
import { PaletteFiles } from './palette-files';
import { setTheme } from './theme';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

const itemLook =
  'flex cursor-pointer items-center gap-3 rounded-md px-3 py-2 text-sm data-[selected=true]:bg-accent-soft';

/** Everything that can be gone to or done, found by typing. */
export default function PaletteWindow({ open, onOpenChange }: Props) {
  const navigate = useNavigate();
  const toolsets = useQuery({ queryKey: keys.toolsets, queryFn: () => got(api.GET('/toolsets')) });
  const tools = useQuery({ queryKey: keys.tools, queryFn: () => got(api.GET('/tools')) });
  const chats = useQuery({
    queryKey: [...keys.chats, 'newest'],
    queryFn: () => got(api.GET('/chats', { params: { query: { limit: 20 } } })),
  });
  const [typed, setTyped] = useState('');
  const run = (work: () => unknown) => () => {
    onOpenChange(false);
    void work();
  };

  return (
    <Command.Dialog
      open={open}
      onOpenChange={onOpenChange}
      label="Search and commands"
      overlayClassName="fixed inset-0 z-40 bg-black/50"
      contentClassName="fixed top-[12dvh] left-1/2 z-50 w-[calc(100%-2rem)] max-w-xl -translate-x-1/2 overflow-hidden rounded-xl border border-line bg-surface text-ink shadow-xl"
    >
      <Command.Input
        placeholder="A chat, a tool, a file, a page, or what to do"
        value={typed}
        onValueChange={setTyped}
        className="w-full border-b border-line bg-transparent px-4 py-3 text-sm outline-none placeholder:text-muted"
      />
      <Command.List className="max-h-[60dvh] overflow-y-auto p-2">
        <Command.Empty className="px-3 py-6 text-center text-sm text-muted">
          Nothing is called that.
        </Command.Empty>
        <Group heading="Go to">
          {destinations.map(({ to, label, icon: Icon }) => (
            <Command.Item key={to} className={itemLook} onSelect={run(() => navigate({ to }))}>
              <Icon aria-hidden size={16} />
              {label}
            </Command.Item>
          ))}
        </Group>
        <Group heading="Tools">
          {tools.data?.items.flatMap((group) =>
            group.tools.map((tool) => (
              <Command.Item
                key={tool.id}
                value={`${tool.name} ${tool.id}`}
                className={itemLook}
                onSelect={run(() => navigate({ to: '/tools/$toolId', params: { toolId: tool.id } }))}
              >
                <Wrench aria-hidden size={16} />
                <span className="flex-1 truncate">{tool.name}</span>
                <span className="truncate text-xs text-muted">{tool.id}</span>
              </Command.Item>
            )),
          )}
        </Group>
        <Group heading="Toolsets">
          {toolsets.data?.items.map(({ id, name }) => (
            <Command.Item
              key={id}
              value={`toolset ${name} ${id}`}
              className={itemLook}
              onSelect={run(() => navigate({ to: '/toolsets/$toolsetId', params: { toolsetId: id } }))}
            >
              <Boxes aria-hidden size={16} />
              {name}
            </Command.Item>
          ))}
        </Group>
        <PaletteChats
          typed={typed}
          newest={chats.data?.items ?? []}
          look={itemLook}
          run={run}
          group={(found) => <Group heading="Chats">{found}</Group>}
        />
        <PaletteFiles
          typed={typed}
          newest={chats.data?.items[0]?.id}
          look={itemLook}
          run={run}
          group={(files) => <Group heading="Files">{files}</Group>}
        />
        <Group heading="Do">
          <Command.Item
            className={itemLook}
            onSelect={run(() => navigate({ to: '/toolsets', search: { dialog: 'import' } }))}
          >
            <FileUp aria-hidden size={16} />
            Import a toolset
          </Command.Item>
          <SwitchTools run={run} />
          <Command.Item className={itemLook} onSelect={run(() => setTheme('light'))}>
            <Sun aria-hidden size={16} />
            Light theme
          </Command.Item>
          <Command.Item className={itemLook} onSelect={run(() => setTheme('dark'))}>
            <Moon aria-hidden size={16} />
            Dark theme
          </Command.Item>
        </Group>
      </Command.List>
    </Command.Dialog>
  );
}

/** The kill switch, for whoever may use it. */
function SwitchTools({ run }: { run: (work: () => unknown) => () => void }) {
  const { state, refused, flip } = useKillSwitch();
  if (refused || state === 'unknown' || state === 'fixed') return null;
  const Icon = state === 'on' ? PowerOff : Power;
  return (
    <Command.Item className={itemLook} onSelect={run(flip)}>
      <Icon aria-hidden size={16} />
      {state === 'on' ? 'Switch all tools off' : 'Let tools run again'}
    </Command.Item>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-semibold [&_[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  );
}
