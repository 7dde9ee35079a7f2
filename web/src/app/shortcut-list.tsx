import { Dialog } from '@/components/dialog';
import { destinations } from './navigation';
import { pageKeys } from './page-keys';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The keys, for whoever pressed `?`. */
export default function ShortcutList({ open, onOpenChange }: Props) {
  const rows: [keys: string, what: string][] = [
    ['Ctrl K', 'Search and commands'],
    ['?', 'This list'],
    ...pageKeys().map(({ key, what }): [string, string] => [key, what]),
    ...destinations.map(({ key, label }): [string, string] => [`g ${key}`, `Go to ${label}`]),
  ];
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Keyboard">
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5 text-sm">
        {rows.map(([keys, what]) => (
          <div key={keys} className="contents">
            <dt>
              <kbd className="rounded border border-line bg-sunken px-1.5 py-0.5 font-mono text-xs">
                {keys}
              </kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
