import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { api, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';
import { useSession } from '@/app/session';
import { ProblemNote } from '@/components/problem-note';
import { Skeleton } from '@/components/skeleton';
import { frameQuery } from '../queries';
import { AppFrame } from './app-frame';
import type { ShownCall } from './app-host';
import { NetworkNote } from './network-note';
import { ofServer, resultOf } from './server-tool';

type Call = Schemas['Call'];

/** The app that an MCP server brings for its tool, on an origin of its own, with the call's result in it. */
export default function AppView({ call, instead }: { call: Call; instead: ReactNode }) {
  const [network, setNetwork] = useState<Schemas['Network']>('none');
  const frame = useQuery(frameQuery({ kind: 'app', call_id: call.id, network }, null));
  const shown = useShown(call);
  const version = useSession().data?.version;
  const error = frame.error ?? shown.error;
  if (error) {
    return (
      <div className="flex min-w-0 flex-col gap-3">
        <ProblemNote error={error} retry={() => void Promise.all([frame.refetch(), shown.refetch()])} />
        {instead}
      </div>
    );
  }
  const { data } = frame;
  if (!data?.app || !shown.data || version === undefined) return <Skeleton className="h-60 w-full" />;
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <AppFrame
        key={data.url}
        call={call}
        shown={shown.data}
        url={data.url}
        bordered={data.app.prefers_border !== false}
        version={version}
      />
      <div className="flex flex-wrap items-start justify-between gap-x-3 text-xs text-muted">
        <NetworkNote
          server={data.app.server_key}
          asks={data.app.asks}
          network={network}
          onChange={setNetwork}
        />
        <button
          type="button"
          disabled={frame.isFetching}
          onClick={() => void frame.refetch()}
          className="ml-auto inline-flex min-h-7 items-center gap-1 rounded px-1 hover:text-ink"
        >
          <RotateCw aria-hidden size={12} />
          Load anew
        </button>
      </div>
    </div>
  );
}

/** What the app is told of the call: it begins with it, so it has to be there before. */
function useShown(call: Call) {
  const tool = useQuery({
    queryKey: keys.tool(call.tool_id),
    queryFn: () => got(api.GET('/tools/{tool_id}', { params: { path: { tool_id: call.tool_id } } })),
    retry: false,
  });
  const result = useQuery({
    queryKey: [...keys.call(call.id), 'app'],
    queryFn: () => resultOf(call),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const data = useMemo<ShownCall | undefined>(() => {
    if (!result.data || tool.isPending) return undefined;
    const name = ofServer(call.tool_id)?.tool ?? call.tool_id;
    // A tool that is gone has a result all the same.
    const inputSchema = tool.data?.input_schema;
    return { tool: inputSchema ? { name, inputSchema } : null, args: call.args, result: result.data };
  }, [call, result.data, tool.isPending, tool.data]);
  return { data, error: result.error, refetch: result.refetch };
}
