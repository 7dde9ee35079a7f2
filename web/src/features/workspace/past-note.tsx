import { History } from 'lucide-react';
import { Button } from '@/components/button';

/** Says that what is shown is not how it is now. */
export function PastNote({ onNow, onRestore }: { onNow: () => void; onRestore: () => void }) {
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-warn-soft px-4 py-2 text-sm"
    >
      <History aria-hidden size={16} className="text-warn" />
      <span className="flex-1">This is an earlier state. It can be read, not changed.</span>
      <Button onClick={onNow}>Show it as it is now</Button>
      <Button
        onClick={() => {
          onRestore();
          onNow();
        }}
      >
        Restore this state
      </Button>
    </div>
  );
}
