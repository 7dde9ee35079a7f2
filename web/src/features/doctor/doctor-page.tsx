import { RotateCw } from 'lucide-react';
import { ScopeNote, useAllowed } from '@/app/session';
import { Button } from '@/components/button';
import { Page } from '@/components/page';
import { ProblemNote } from '@/components/problem-note';
import { SkeletonRows } from '@/components/skeleton';
import { FindingList } from './finding-list';
import { useDoctor } from './queries';
import { summary } from './summary';
import { VerifyCard } from './verify-card';

export function DoctorPage() {
  const allowed = useAllowed('admin');
  return (
    <Page
      title="Doctor"
      about="What Pegboard needs on this machine, what of it is there, and how to get the rest."
      actions={allowed === 'allowed' ? <CheckAgain /> : null}
    >
      {allowed === 'refused' ? (
        <ScopeNote needed="admin">What is on the server’s machine is shown to administrators.</ScopeNote>
      ) : (
        <Findings allowed={allowed === 'allowed'} />
      )}
    </Page>
  );
}

function CheckAgain() {
  const { refetch, isFetching } = useDoctor(true);
  return (
    <Button icon={RotateCw} busy={isFetching} onClick={() => void refetch()}>
      Check again
    </Button>
  );
}

function Findings({ allowed }: { allowed: boolean }) {
  const { data, error, refetch } = useDoctor(allowed);
  if (error) return <ProblemNote error={error} retry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={6} />;
  return (
    <>
      <p role="status" className="text-sm font-medium">
        {summary(data.items)}
      </p>
      <FindingList findings={data.items} />
      <VerifyCard />
    </>
  );
}
