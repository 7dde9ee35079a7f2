import { GitBranch, X } from 'lucide-react';
import { Button, IconButton } from '@/components/button';

interface Props {
  movable: boolean;
  onGo: () => void;
  onClose: () => void;
}

/** Says that the message somebody looks for is on a branch where the chat does not stand. */
export function Elsewhere({ movable, onGo, onClose }: Props) {
  return (
    <div
      role="note"
      aria-label="On another branch"
      className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-surface px-3 py-1.5 text-sm"
    >
      <GitBranch aria-hidden size={16} className="shrink-0 text-accent" />
      <span className="min-w-0 flex-1 basis-32">
        What you look for is on another branch. Going there takes the workspace along.
      </span>
      <Button disabled={!movable} onClick={onGo}>
        Go there
      </Button>
      <IconButton icon={X} label="Stay here" onClick={onClose} />
    </div>
  );
}
