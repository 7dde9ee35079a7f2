import { useQuery } from '@tanstack/react-query';
import { ExternalLink, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '@/components/button';
import { CopyButton } from '@/components/copy-button';
import { ProblemNote } from '@/components/problem-note';
import { Skeleton } from '@/components/skeleton';
import { LeaveDialog } from '../document/leave-dialog';
import { frameCheckQuery } from '../queries';
import { frameRights } from './frame-rights';

/** A web page in a frame, where it and the administrator allow that; else a way to open it in a tab. */
export function WebFrame({ url }: { url: string }) {
  const { data, error, refetch } = useQuery(frameCheckQuery(url));
  const [loads, setLoads] = useState(0);
  const [leaving, setLeaving] = useState(false);
  const rights = frameRights(url, window.location);
  const refused = rights === null ? 'it would be this very page' : data?.embeddable ? null : data?.reason;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <div className="flex items-center gap-1">
        <code
          className="min-w-0 flex-1 truncate rounded border border-line bg-sunken px-2 py-1 text-xs"
          title={url}
        >
          {url}
        </code>
        <CopyButton text={url} label="Copy the address" />
        {refused === null ? (
          <IconButton icon={RotateCw} label="Load anew" onClick={() => setLoads(loads + 1)} />
        ) : null}
        <IconButton icon={ExternalLink} label="Open in a tab" onClick={() => setLeaving(true)} />
      </div>
      {error ? <ProblemNote error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton className="h-96 w-full" /> : null}
      {data && refused !== null ? (
        <NotFramed
          reason={refused ?? 'it does not say why'}
          onCheck={refetch}
          onOpen={() => setLeaving(true)}
        />
      ) : null}
      {data && refused === null && rights !== null ? (
        <iframe
          key={loads}
          src={url}
          title={url}
          sandbox={rights}
          referrerPolicy="no-referrer"
          className="block h-(--view-max,min(70dvh,32rem)) w-full rounded-md border border-line bg-white"
        />
      ) : null}
      <LeaveDialog url={leaving ? url : null} onClose={() => setLeaving(false)} />
    </div>
  );
}

interface NotFramedProps {
  reason: string;
  onCheck: () => void;
  onOpen: () => void;
}

function NotFramed({ reason, onCheck, onOpen }: NotFramedProps) {
  return (
    <div role="alert" className="flex flex-col gap-3 rounded-lg border border-line bg-warn-soft p-4 text-sm">
      <p>
        <strong className="font-semibold">This page cannot be shown here:</strong> {reason}.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" icon={ExternalLink} onClick={onOpen}>
          Open in a tab
        </Button>
        <Button icon={RotateCw} onClick={onCheck}>
          Check again
        </Button>
      </div>
    </div>
  );
}
