import { useAllowed } from '@/app/session';
import { Card } from '@/components/card';
import { CopyButton } from '@/components/copy-button';
import { ProblemNote } from '@/components/problem-note';
import { Skeleton } from '@/components/skeleton';
import { PrintedText } from '@/features/calls';
import { type Server, useServerLog } from './queries';

/** What a server wrote to its standard error and what happened to its connection. */
export function ServerLogCard({ server }: { server: Server }) {
  const allowed = useAllowed('admin') === 'allowed';
  const writes = server.state === 'ready' || server.state === 'connecting';
  const { data, error, refetch } = useServerLog(server.server_key, writes, allowed);
  if (!allowed) return null;
  return (
    <Card title="Log" actions={data ? <CopyButton text={data} label="Copy the log" /> : null}>
      {error ? (
        <ProblemNote error={error} retry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton className="h-24 w-full" />
      ) : data ? (
        <PrintedText text={data} label="Log" follow />
      ) : (
        <p className="text-sm text-muted">
          Nothing yet. What it writes to its standard error, and what happens to its connection, stands here.
        </p>
      )}
    </Card>
  );
}
