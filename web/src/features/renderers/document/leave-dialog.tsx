import { ExternalLink } from 'lucide-react';
import { Button } from '@/components/button';
import { Dialog } from '@/components/dialog';

interface Props {
  url: string | null;
  /** Hears that the link is followed, before `onClose`. */
  onLeave?: () => void;
  onClose: () => void;
}

/** Asks before a link that a tool or a document brought leads out of the page: shows where to, host first. */
export function LeaveDialog({ url, onLeave, onClose }: Props) {
  const host = url === null ? '' : hostOf(url);
  return (
    <Dialog
      open={url !== null}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={host ? `Open ${host}?` : 'Open this link?'}
      about="This link comes from a tool or a document, not from Pegboard."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <a
            href={url ?? undefined}
            target="_blank"
            rel="noopener noreferrer nofollow"
            referrerPolicy="no-referrer"
            onClick={() => {
              onLeave?.();
              onClose();
            }}
            className="inline-flex min-h-9 items-center gap-2 rounded-md bg-accent px-3 text-sm font-medium text-accent-ink hover:opacity-90"
          >
            <ExternalLink aria-hidden size={16} />
            Open in a new tab
          </a>
        </>
      }
    >
      <code className="text-sm break-all">{url}</code>
    </Dialog>
  );
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return '';
  }
}
