import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CheckCheck, Hourglass, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { api, got, type Schemas } from '@/api/client';
import { keys } from '@/api/keys';
import { useAllowed } from '@/app/session';
import { Button } from '@/components/button';
import { ProblemNote } from '@/components/problem-note';
import JsonTree from '../json/json-tree';

interface Props {
  call: Schemas['Call'];
  /** Hears once how it ended, wherever it was decided. */
  onDecided: (call: Schemas['Call']) => void;
}

/** A call that an app asked for and that a person has to see: decided here, or in the inbox. */
export function PendingForApp({ call: made, onDecided }: Props) {
  const params = { path: { call_id: made.id } };
  const { data: call } = useQuery({
    queryKey: keys.call(made.id),
    queryFn: () => got(api.GET('/calls/{call_id}', { params })),
    initialData: made,
  });
  const over = call.status === 'success' || call.status === 'error';
  useEffect(() => {
    if (over) onDecided(call);
  }, [over, call, onDecided]);
  // The app that it stands below may be taller than the window.
  const note = useRef<HTMLElement>(null);
  useEffect(() => {
    // Gives back a promise in newer browsers, which is not for React.
    void note.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const client = useQueryClient();
  const onSuccess = (call: Schemas['Call']) => client.setQueryData(keys.call(call.id), call);
  const approve = useMutation({
    mutationFn: () => got(api.POST('/calls/{call_id}/approve', { params })),
    onSuccess,
  });
  const deny = useMutation({
    mutationFn: () => got(api.POST('/calls/{call_id}/deny', { params, body: {} })),
    onSuccess,
  });
  const mayDecide = useAllowed('admin') === 'allowed';
  const busy = approve.isPending || deny.isPending || call.status === 'running';
  return (
    <section
      ref={note}
      aria-label={`The app asks for ${call.tool_id}`}
      className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-warn-soft p-4 text-sm"
    >
      <div role="status" className="flex gap-3">
        <Hourglass aria-hidden size={17} className="mt-0.5 shrink-0 text-warn" />
        <div className="min-w-0">
          <p className="font-semibold break-words">
            The app wants to call <code>{call.tool_id}</code>
          </p>
          <p className="mt-1">
            Nothing has run yet: {call.rule}.{' '}
            <Link to="/calls/$callId" params={{ callId: call.id }} className="text-accent underline">
              The call
            </Link>
          </p>
        </div>
      </div>
      <JsonTree value={call.args} label="Arguments" />
      {mayDecide ? (
        <div className="flex flex-wrap gap-2">
          <Button look="primary" icon={CheckCheck} busy={busy} onClick={() => approve.mutate()}>
            Approve and run
          </Button>
          <Button look="danger" icon={X} disabled={busy} onClick={() => deny.mutate()}>
            Deny
          </Button>
        </div>
      ) : (
        <p>It waits for somebody with a token of the scope admin.</p>
      )}
      {approve.isError || deny.isError ? <ProblemNote error={approve.error ?? deny.error} /> : null}
    </section>
  );
}
