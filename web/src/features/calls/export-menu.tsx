import { Download, FileJson2, Sheet } from 'lucide-react';
import { useState } from 'react';
import { download } from '@/api/download';
import type { CallsSearch } from '@/app/search';
import { Button } from '@/components/button';
import { Menu } from '@/components/menu';
import { tellProblem } from '@/components/notices';
import { type ExportFormat, exportAddress, exportName } from './export-address';

/** Saves the calls that the filters leave, all of them, as a file. */
export function ExportMenu({ search }: { search: CallsSearch }) {
  const [busy, setBusy] = useState(false);
  const save = async (format: ExportFormat) => {
    setBusy(true);
    const now = new Date();
    await download(exportAddress(format, search), exportName(format, now)).catch(tellProblem);
    setBusy(false);
  };
  return (
    <Menu
      entries={[
        { label: 'As CSV, for tables', icon: Sheet, onSelect: () => void save('csv') },
        { label: 'As JSON lines', icon: FileJson2, onSelect: () => void save('jsonl') },
      ]}
    >
      <Button icon={Download} busy={busy}>
        Export
      </Button>
    </Menu>
  );
}
