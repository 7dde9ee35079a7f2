import { useNavigate, useSearch } from '@tanstack/react-router';
import { CalendarClock } from 'lucide-react';
import { type SchedulesSearch, schedulesSearch } from '@/app/search';
import { Empty } from '@/components/empty';
import { Page } from '@/components/page';
import { ProblemNote } from '@/components/problem-note';
import { SkeletonRows } from '@/components/skeleton';
import { Tabs } from '@/components/tabs';
import { PromptQueue } from './prompt-queue';
import { useSchedules } from './queries';
import { ScheduleRow } from './schedule-row';

/** What runs by itself, and what it left for an agent to read. */
export function SchedulesPage() {
  const { tab = 'schedules', prompts = 'waiting' } = useSearch({
    from: '/schedules',
    select: schedulesSearch,
    structuralSharing: true,
  });
  const navigate = useNavigate({ from: '/schedules' });
  const go = (search: SchedulesSearch) => void navigate({ search, replace: true, resetScroll: false });
  return (
    <Page
      title="Schedules"
      about="Tools that run by themselves. What each of their runs says waits as a prompt until an agent takes it."
    >
      <Tabs
        label="Parts of this page"
        value={tab}
        onValueChange={(id) => go(id === 'prompts' ? { tab: 'prompts' } : {})}
        tabs={[
          { id: 'schedules', label: 'Schedules', content: <Schedules /> },
          {
            id: 'prompts',
            label: 'Prompts',
            content: (
              <PromptQueue status={prompts} onStatus={(status) => go({ tab: 'prompts', prompts: status })} />
            ),
          },
        ]}
      />
    </Page>
  );
}

function Schedules() {
  const { data, error, refetch } = useSchedules();
  if (error && !data) return <ProblemNote error={error} retry={() => void refetch()} />;
  if (!data) return <SkeletonRows count={3} />;
  if (data.length === 0) return <NoSchedules />;
  return (
    <ul aria-label="Schedules" className="divide-y divide-line rounded-lg border border-line bg-surface">
      {data.map((schedule) => (
        <ScheduleRow key={schedule.tool_id} schedule={schedule} />
      ))}
    </ul>
  );
}

function NoSchedules() {
  return (
    <Empty icon={CalendarClock} title="Nothing runs by itself">
      Any tool can be given times on its own page, under Triggers. A container tool brings some in its
      manifest: <code>{'"trigger": {"type": "cron", "schedule": "*/30", "prompt": "…"}'}</code>. What runs by
      itself stands here, with its last and its next run, and can be switched off.
    </Empty>
  );
}
