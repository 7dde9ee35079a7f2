import { X } from 'lucide-react';
import { Suspense } from 'react';
import { IconButton } from '@/components/button';
import { Card } from '@/components/card';
import { ProblemNote } from '@/components/problem-note';
import { SkeletonRows } from '@/components/skeleton';
import { ChangeList } from './index';
import { useDiff } from './queries';

interface Props {
  chatId: string;
  from: string;
  /** The state to compare with; the present one when left out. */
  to: string | undefined;
  onClose: () => void;
}

/** What differs between two states. */
export function Comparison({ chatId, from, to, onClose }: Props) {
  const diff = useDiff(chatId, from, to);
  return (
    <Card
      title={`From ${from.slice(-8)} to ${to ? to.slice(-8) : 'now'}`}
      actions={<IconButton icon={X} label="Close the comparison" onClick={onClose} />}
    >
      {diff.isPending ? <SkeletonRows count={3} /> : null}
      {diff.error ? <ProblemNote error={diff.error} retry={() => void diff.refetch()} /> : null}
      {diff.data ? (
        <Suspense fallback={<SkeletonRows count={3} />}>
          <ChangeList chatId={chatId} from={from} to={diff.data.to ?? null} changes={diff.data.changes} />
        </Suspense>
      ) : null}
    </Card>
  );
}
