import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { ProblemNote } from '@/components/problem-note';
import { Skeleton } from '@/components/skeleton';
import { type FrameContent, frameQuery } from '../queries';
import { useFrameHeight } from './use-frame-height';

interface Props {
  what: FrameContent;
  /** Another version of the same thing is loaded anew. */
  version: string | null;
  /** What is in the frame, for screen readers. */
  title: string;
  /** The browser's PDF viewer does not work in a sandboxed frame; it is one itself. */
  viewer?: 'page' | 'pdf';
  /** Stands below the reason, where it cannot be shown. */
  instead?: ReactNode;
}

/**
 * What a tool made, on an origin of its own: it sees neither this page nor the server, sends nothing, opens nothing,
 * and can only say how tall it would like to be.
 */
export function SandboxFrame({ what, version, title, viewer = 'page', instead }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const { data, error, refetch, isFetching } = useQuery(frameQuery(what, version));
  const height = useFrameHeight(frame, data?.url);
  if (error) {
    return (
      <div className="flex min-w-0 flex-col gap-3">
        <ProblemNote error={error} retry={() => void refetch()} />
        {instead}
      </div>
    );
  }
  if (!data) return <Skeleton className="h-60 w-full" />;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <iframe
        key={data.url}
        ref={frame}
        src={data.url}
        title={title}
        referrerPolicy="no-referrer"
        {...(viewer === 'page' ? { sandbox: 'allow-scripts' } : {})}
        style={{ height: viewer === 'pdf' ? 'var(--view-max, min(80dvh, 44rem))' : (height ?? 240) }}
        className="block w-full rounded-md border border-line bg-white"
      />
      <p className="flex flex-wrap items-center justify-between gap-x-3 text-xs text-muted">
        {viewer === 'page' ? 'Apart from this page: it reaches neither Pegboard nor the network.' : null}
        <button
          type="button"
          disabled={isFetching}
          onClick={() => void refetch()}
          className="ml-auto inline-flex min-h-7 items-center gap-1 rounded px-1 hover:text-ink"
        >
          <RotateCw aria-hidden size={12} />
          Load anew
        </button>
      </p>
    </div>
  );
}
