import type { Schedule, ScheduleChange } from './queries';

/** A schedule as it is being written. */
export interface Written {
  schedule: string;
  timezone: string;
  prompt: string;
  /** JSON. */
  args: string;
}

/** What the fields begin with. */
export function writtenOf(schedule: Schedule | null): Written {
  if (!schedule) return { schedule: '', timezone: '', prompt: '', args: '{}' };
  const { timezone, prompt, args } = schedule;
  return {
    schedule: schedule.schedule,
    timezone: timezone ?? '',
    prompt,
    args: JSON.stringify(args, null, 2),
  };
}

/** What is to be changed: only what differs, so that the rest stays as the tool's manifest has it. `null` while something is missing. */
export function readWritten(
  written: Written,
  present: Schedule | null,
): { change: ScheduleChange | null; argsFault: string | null } {
  const args = objectIn(written.args);
  if (args === null) return { change: null, argsFault: 'This is no JSON object.' };
  const before = writtenOf(present);
  const change: ScheduleChange = {};
  if (written.schedule.trim() !== before.schedule) change.schedule = written.schedule.trim();
  // An empty zone is UTC; leaving it out would leave what there was.
  if (written.timezone.trim() !== before.timezone) change.timezone = written.timezone.trim() || 'UTC';
  if (written.prompt !== before.prompt) change.prompt = written.prompt;
  if (JSON.stringify(args) !== JSON.stringify(present?.args ?? {}))
    change.args = args as NonNullable<ScheduleChange['args']>;
  const whole = written.schedule.trim() !== '' && Object.keys(change).length > 0;
  return { change: whole ? change : null, argsFault: null };
}

function objectIn(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text.trim() || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
