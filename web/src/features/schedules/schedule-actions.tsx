import { Pencil, Play, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { refusal, useAllowed } from '@/app/session';
import { Button, IconButton } from '@/components/button';
import { tell, tellProblem } from '@/components/notices';
import { Switch } from '@/components/switch';
import { EditSchedule } from './edit-schedule';
import { type Schedule, useChangeSchedule, useRemoveSchedule, useRunNow } from './queries';

/** Runs a scheduled tool now, changes when it runs, and switches that on and off. */
export function ScheduleActions({ schedule }: { schedule: Schedule }) {
  const [editing, setEditing] = useState(false);
  const change = useChangeSchedule(schedule.tool_id);
  const run = useRunNow(schedule.tool_id);
  const remove = useRemoveSchedule(schedule);
  const mayRun = useAllowed('run') !== 'refused';
  const mayChange = useAllowed('admin') !== 'refused';
  // What was switched shows at once, and goes back when the server refuses.
  const enabled = change.isPending ? (change.variables.enabled ?? schedule.enabled) : schedule.enabled;
  const flip = (to: boolean) =>
    change.mutate(
      { enabled: to },
      {
        onSuccess: () =>
          tell(`${schedule.name} ${to ? 'runs by itself again' : 'no longer runs by itself'}.`),
        onError: tellProblem,
      },
    );
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        icon={Play}
        busy={run.isPending}
        disabled={!mayRun}
        title={mayRun ? undefined : refusal('run')}
        onClick={() => run.mutate()}
      >
        Run now<span className="sr-only">: {schedule.name}</span>
      </Button>
      <IconButton
        icon={Pencil}
        label={`Change when ${schedule.name} runs`}
        disabled={!mayChange}
        onClick={() => setEditing(true)}
      />
      {schedule.said_by === 'person' ? (
        <IconButton
          icon={Undo2}
          label={`Take back the own times of ${schedule.name}`}
          disabled={!mayChange || remove.isPending}
          onClick={() => remove.mutate()}
        />
      ) : null}
      <Switch
        label={`${schedule.name} runs by itself`}
        checked={enabled}
        disabled={!mayChange || change.isPending}
        title={mayChange ? undefined : refusal('admin')}
        onCheckedChange={flip}
      />
      {editing ? (
        <EditSchedule
          toolId={schedule.tool_id}
          name={schedule.name}
          schedule={schedule}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </div>
  );
}
