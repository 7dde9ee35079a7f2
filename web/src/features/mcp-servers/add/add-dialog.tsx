import { useNavigate } from '@tanstack/react-router';
import type { Schemas } from '@/api/client';
import { counted } from '@/components/counted';
import { Dialog } from '@/components/dialog';
import { tell } from '@/components/notices';
import { Tabs } from '@/components/tabs';
import { PasteForm } from './paste-form';
import { SingleForm } from './single-form';

/** Adds servers in three ways: a command line, an address, or what another client or the registry has. */
export default function AddDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const added = ({ items, notes }: Schemas['AddedServers']) => {
    onClose();
    const [only] = items;
    tell(
      [
        items.length === 1 ? `${only?.id} is added.` : `${counted(items.length, 'server')} are added.`,
        ...notes,
      ].join(' '),
    );
    if (items.length === 1 && only) {
      void navigate({ to: '/mcp-servers/$serverKey', params: { serverKey: only.server_key } });
    }
  };
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="Add an MCP server"
      about="Nothing is started by adding it: the first need of one of its tools does that."
    >
      <Tabs
        label="Ways to add a server"
        tabs={[
          { id: 'command', label: 'Command', content: <SingleForm way="command" onAdded={added} /> },
          { id: 'address', label: 'Address', content: <SingleForm way="address" onAdded={added} /> },
          { id: 'paste', label: 'From a file', content: <PasteForm onAdded={added} /> },
        ]}
      />
    </Dialog>
  );
}
