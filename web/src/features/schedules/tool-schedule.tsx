import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { refusal, useAllowed } from '@/app/session';
import { Button } from '@/components/button';
import { Card } from '@/components/card';
import { ProblemNote } from '@/components/problem-note';
import { Skeleton } from '@/components/skeleton';
import { EditSchedule } from './edit-schedule';
import { useSchedules } from './queries';
import { ScheduleActions } from './schedule-actions';
import { ScheduleTimes } from './schedule-row';

interface Props {
  toolId: string;
  name: string;
}

/** When one tool runs by itself, on its own page. */
export function ToolSchedule({ toolId, name }: Props) {
  const { data, error, refetch } = useSchedules();
  const schedule = data?.find((one) => one.tool_id === toolId);
  return (
    <Card
      title="Schedule"
      actions={
        schedule ? (
          <ScheduleActions schedule={schedule} />
        ) : data ? (
          <Begin toolId={toolId} name={name} />
        ) : null
      }
    >
      {error && !data ? <ProblemNote error={error} retry={() => void refetch()} /> : null}
      {!data && !error ? <Skeleton className="h-12 w-full" /> : null}
      {schedule ? <ScheduleTimes schedule={schedule} /> : null}
      {schedule?.prompt ? (
        <p className="mt-3 border-t border-line pt-3 text-sm break-words whitespace-pre-wrap">
          <span className="text-muted">Its prompt: </span>
          {schedule.prompt}
        </p>
      ) : null}
      {data && !schedule ? (
        <p className="max-w-prose text-sm text-muted">
          It does not run by itself. With a schedule it does, and what it answers waits as a prompt until an
          agent takes it.
        </p>
      ) : null}
    </Card>
  );
}

function Begin({ toolId, name }: Props) {
  const [writing, setWriting] = useState(false);
  const refused = useAllowed('admin') === 'refused';
  return (
    <>
      <Button
        icon={CalendarPlus}
        disabled={refused}
        title={refused ? refusal('admin') : undefined}
        onClick={() => setWriting(true)}
      >
        Add a schedule
      </Button>
      {writing ? (
        <EditSchedule toolId={toolId} name={name} schedule={null} onClose={() => setWriting(false)} />
      ) : null}
    </>
  );
}
