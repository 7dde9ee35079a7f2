import { Card } from '@/components/card';
import { ProblemNote } from '@/components/problem-note';
import { SkeletonRows } from '@/components/skeleton';
import { ToolRows } from '@/features/toolsets';
import { type Server, useServerTools } from './queries';

/** The tools that a server offers; each has a page. */
export function ServerTools({ server }: { server: Server }) {
  const { data, error, refetch } = useServerTools(server.server_key);
  return (
    <Card
      title={
        <>
          Tools{' '}
          {data ? (
            <span className="font-normal text-muted tabular-nums">{data.length.toLocaleString('en')}</span>
          ) : null}
        </>
      }
    >
      {error ? (
        <ProblemNote error={error} retry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows count={3} />
      ) : data.length > 0 ? (
        <ToolRows tools={data} link flush />
      ) : (
        <p className="text-sm text-muted">{noToolsWords(server)}</p>
      )}
    </Card>
  );
}

function noToolsWords({ state, told }: Server): string {
  if (state === 'disabled') return 'It is off, and so are its tools.';
  if (told) return 'It offers no tools.';
  return 'It was never asked for its tools. Reconnect starts it and asks.';
}
