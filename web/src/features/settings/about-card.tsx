import type { ReactNode } from 'react';
import { useSession } from '@/app/session';
import { Badge } from '@/components/badge';
import { Card } from '@/components/card';
import { ProblemNote } from '@/components/problem-note';
import { SkeletonRows } from '@/components/skeleton';
import { scopes } from './scopes';

/** Which server this is, and as whom one is here. */
export function AboutCard() {
  const { data, error, refetch } = useSession();
  return (
    <Card title="About">
      {error ? (
        <ProblemNote error={error} retry={() => void refetch()} />
      ) : !data ? (
        <SkeletonRows count={2} />
      ) : (
        <dl className="grid gap-x-6 gap-y-2.5 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
          <Fact label="Pegboard">{data.version}</Fact>
          <Fact label="Signed in as">
            <span className="mr-2">{data.name}</span>
            <Badge>{data.scope}</Badge>
            <span className="mt-0.5 block text-muted">
              {scopes.find(({ scope }) => scope === data.scope)?.may}
            </span>
          </Fact>
          <Fact label="Untrusted pages from">
            {data.sandbox_origin ? (
              <code>{data.sandbox_origin}</code>
            ) : (
              'nowhere: results that are pages are not shown'
            )}
          </Fact>
          <Fact label="Framed sites">
            {data.frame_hosts.length > 0 ? <code>{data.frame_hosts.join(', ')}</code> : 'none'}
          </Fact>
        </dl>
      )}
    </Card>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="sm:contents">
      <dt className="text-muted">{label}</dt>
      <dd className="break-words">{children}</dd>
    </div>
  );
}
