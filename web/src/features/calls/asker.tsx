import { Link } from '@tanstack/react-router';
import type { Schemas } from '@/api/client';
import { Moment } from '@/components/moment';

/** Who asked for a call, through which worker, and when. */
export function Asker({ call }: { call: Pick<Schemas['Call'], 'caller' | 'worker' | 'created_at'> }) {
  return (
    <>
      asked for by {call.caller}
      {call.worker ? (
        <>
          , through the worker{' '}
          <Link
            to="/workers/$workerName"
            params={{ workerName: call.worker }}
            className="text-accent underline"
          >
            {call.worker}
          </Link>
        </>
      ) : null}
      , <Moment at={call.created_at} />
    </>
  );
}
