import { ToolSchedule } from '@/features/schedules';
import { WebhookCard } from './webhook-card';

/** What calls a tool besides agents and people: the time, and addresses. */
export default function Triggers({ toolId, name }: { toolId: string; name: string }) {
  return (
    <div className="flex flex-col gap-5">
      <ToolSchedule toolId={toolId} name={name} />
      <WebhookCard toolId={toolId} />
    </div>
  );
}
